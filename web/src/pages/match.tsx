import type { FreeplayError, Match, Snapshot } from '@freeplay/client-sdk';
import { useEffect } from 'preact/hooks';
import { boardOf } from '../boards/index.ts';
import { boardReader } from '../boards/reader.ts';
import { Banner, useBannerWords } from '../components/banner.tsx';
import { Frame } from '../components/frame.tsx';
import { lazy } from '../components/lazy.tsx';
import { Loading } from '../components/loading.tsx';
import { TypedMove } from '../components/typed-move.tsx';
import { Actions } from '../match/actions.tsx';
import { Meta } from '../match/meta.tsx';
import { News } from '../match/news.tsx';
import { Players } from '../match/players.tsx';
import { ReadyCheck } from '../match/ready-check.tsx';
import { statusOf } from '../match/status.ts';
import { useCues } from '../match/use-cues.ts';
import { type Deeds, useDeeds, useMatch } from '../match/use-match.ts';
import { WaitingRoom } from '../match/waiting-room.tsx';
import { matchPath, navigate } from '../router.ts';
import { settings } from '../settings.ts';
import { isFlip, titleOf } from '../titles.ts';
import { LostPage } from './lost.tsx';

const FlipTable = lazy(async () => (await import('../flip/table.tsx')).FlipTable);

export function MatchPage({ id }: { id: string }) {
  const match = useMatch(id);
  const deeds = useDeeds(match);
  const { snapshot, failure } = match;
  useCues(snapshot);

  useEffect(() => {
    const offered = snapshot !== null && (snapshot.rematchOffers & (1 << snapshot.seat)) !== 0;
    if (offered && snapshot.rematch !== null) navigate(matchPath(snapshot.rematch), 'replace');
  }, [snapshot]);

  useEffect(() => {
    if (snapshot === null || isFlip(snapshot.game)) return;
    document.title = `${statusOf(match, snapshot).title} · ${titleOf(snapshot.game)}`;
  });

  if (snapshot === null) return failure === null ? <Loading title="Opening your match…" /> : <Gone failure={failure} />;
  if (isFlip(snapshot.game)) return <FlipTable match={match} snapshot={snapshot} deeds={deeds} />;
  if (snapshot.status === 'waiting') return <WaitingRoom match={match} snapshot={snapshot} deeds={deeds} />;
  return <Table match={match} snapshot={snapshot} deeds={deeds} />;
}

function Table({ match, snapshot, deeds }: { match: Match; snapshot: Snapshot; deeds: Deeds }) {
  const Board = boardOf(snapshot.game)?.Board;
  const { pending } = match;
  const banner = useBannerWords(match.connection);
  const status = statusOf(match, snapshot);
  const mine = snapshot.status === 'playing' && snapshot.turn === snapshot.seat && pending === null;
  const playable = mine ? snapshot.legal : [];
  const play = (action: number) => deeds.act(() => match.move(action));
  if (Board === undefined) return <LostPage title="An unknown game" text="This page does not know it yet." />;
  return (
    <Frame
      players={<Players match={match} snapshot={snapshot} />}
      board={
        <Board
          state={snapshot.state}
          playable={playable}
          seat={snapshot.seat}
          hints={settings.hints.value === 'on'}
          pending={pending?.kind === 'move' ? pending.action : null}
          onPlay={play}
        />
      }
      banner={<Banner words={banner} />}
      side={
        <>
          <div class="status" data-tone={status.tone}>
            <h1>{status.title}</h1>
            <p class={deeds.notice === '' ? undefined : 'notice'}>{deeds.notice || status.text}</p>
          </div>
          {snapshot.status === 'ready' && <ReadyCheck match={match} snapshot={snapshot} />}
          <Actions match={match} snapshot={snapshot} deeds={deeds} />
          {snapshot.status === 'playing' && <TypedMove reader={boardReader(snapshot.game, playable)} onPlay={play} />}
          <Meta match={match} snapshot={snapshot} />
          <News match={match} snapshot={snapshot} title={status.title} notice={deeds.notice || (banner?.text ?? '')} />
        </>
      }
    />
  );
}

function Gone({ failure }: { failure: FreeplayError }) {
  return failure.code === 'not-found' ? (
    <LostPage title="No such match" text="It is over for good, or it belongs to another browser." />
  ) : (
    <LostPage title="This match is out of reach" text={failure.message} />
  );
}
