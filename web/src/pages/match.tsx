import type { FreeplayError, Match, Snapshot } from '@freeplay/client-sdk';
import { gameById, notationOf } from '@freeplay/shared/games';
import { useEffect } from 'preact/hooks';
import { boardOf } from '../boards/index.ts';
import { Actions } from '../match/actions.tsx';
import { Meta } from '../match/meta.tsx';
import { Players } from '../match/players.tsx';
import { statusOf } from '../match/status.ts';
import { type Deeds, useDeeds, useMatch } from '../match/use-match.ts';
import { WaitingRoom } from '../match/waiting-room.tsx';
import { matchPath, navigate } from '../router.ts';
import { LostPage } from './lost.tsx';

export function MatchPage({ id }: { id: string }) {
  const match = useMatch(id);
  const deeds = useDeeds(match);
  const { snapshot, failure } = match;

  useEffect(() => {
    const offered = snapshot !== null && (snapshot.rematchOffers & (1 << snapshot.seat)) !== 0;
    if (offered && snapshot.rematch !== null) navigate(matchPath(snapshot.rematch), 'replace');
  }, [snapshot]);

  useEffect(() => {
    if (snapshot !== null) document.title = `${statusOf(match, snapshot).title} · ${titleOf(snapshot)}`;
  });

  if (snapshot === null) return failure === null ? <Skeleton /> : <Gone failure={failure} />;
  if (snapshot.status === 'waiting') return <WaitingRoom match={match} snapshot={snapshot} deeds={deeds} />;
  return <Table match={match} snapshot={snapshot} deeds={deeds} />;
}

function Table({ match, snapshot, deeds }: { match: Match; snapshot: Snapshot; deeds: Deeds }) {
  const Board = boardOf(snapshot.game)?.Board;
  const { pending } = match;
  const status = statusOf(match, snapshot);
  const mine = snapshot.status === 'playing' && snapshot.turn === snapshot.seat && pending === null;
  if (Board === undefined) return <LostPage title="An unknown game" text="Reload the page: it has been updated." />;
  return (
    <main class="match">
      <Players match={match} snapshot={snapshot} />
      <div class="board-place">
        <Board
          state={snapshot.state}
          playable={mine ? snapshot.legal : []}
          seat={snapshot.seat}
          pending={pending?.kind === 'move' ? pending.action : null}
          onPlay={(action) => deeds.act(() => match.move(action))}
        />
      </div>
      <div class="side">
        <div class="status">
          <h1>{status.title}</h1>
          <p class={deeds.notice === '' ? undefined : 'notice'}>{deeds.notice || status.text}</p>
        </div>
        <Actions match={match} snapshot={snapshot} deeds={deeds} />
        <Meta match={match} snapshot={snapshot} />
      </div>
      <p class="visually-hidden" role="status">
        {deeds.notice || announcement(snapshot, status.title)}
      </p>
    </main>
  );
}

/** What a screen reader says after each change: the move, and whose turn it is. */
function announcement(snapshot: Snapshot, title: string): string {
  const { last } = snapshot.state;
  const move = last === -1 ? null : notationOf(snapshot.game)?.name(last);
  return move == null ? `${title}.` : `Last move: ${move}. ${title}.`;
}

function Gone({ failure }: { failure: FreeplayError }) {
  return failure.code === 'not-found' ? (
    <LostPage title="No such match" text="It is over for good, or it belongs to another browser." />
  ) : (
    <LostPage title="This match is out of reach" text={failure.message} />
  );
}

/** Keeps the places of what is to come, so that nothing jumps. */
function Skeleton() {
  return (
    <main class="match" aria-busy="true">
      <div class="players">
        <div class="player skeleton" />
        <div class="player skeleton" />
      </div>
      <div class="board-place">
        <div class="board skeleton-board" />
      </div>
      <div class="side">
        <div class="status">
          <h1>Opening your match…</h1>
        </div>
      </div>
    </main>
  );
}

function titleOf(snapshot: Snapshot): string {
  return gameById(snapshot.game)?.titles.local ?? snapshot.game;
}
