import type { Match, Snapshot } from '@freeplay/client-sdk';
import { isOver } from '@freeplay/shared/engine';
import { type FlipView, HINT } from '@freeplay/shared/games/flip';
import { useEffect, useRef } from 'preact/hooks';
import { Banner, useBannerWords } from '../components/banner.tsx';
import { Frame } from '../components/frame.tsx';
import { Said } from '../components/said.tsx';
import { TypedMove } from '../components/typed-move.tsx';
import { useCountdown } from '../components/use-countdown.ts';
import type { Deeds } from '../match/use-match.ts';
import { titleOf } from '../titles.ts';
import { connectionWords, warningWords } from '../words.ts';
import { FlipActions } from './actions.tsx';
import { FlipBoard } from './board.tsx';
import { PartyChat } from './chat.tsx';
import { FlipPlayers, useTimeText } from './players.tsx';
import { flipReader } from './reader.ts';
import { FlipResultPanel, progressText } from './result.tsx';
import { useHeld } from './use-held.ts';
import { namesFor, viewOf } from './view.ts';
import { boardLine, cardText, endingOf, lastTurnText, newsOf, pairsText, remaining, turnTitle } from './words.ts';
import './flip.css';

export interface FlipTableProps {
  readonly match: Match;
  readonly snapshot: Snapshot;
  readonly deeds: Deeds;
}

/** A match of Flip Match, in whichever mode. */
export function FlipTable({ match, snapshot, deeds }: FlipTableProps) {
  const view = viewOf(snapshot);
  const nameOf = namesFor(snapshot);
  const held = useHeld(view);
  const { pending } = match;
  const banner = useBannerWords(match.connection);
  const over = isOver(snapshot.status);
  const ending = endingOf(snapshot, view);
  const title = over ? ending.title : turnTitle(snapshot, view);
  const mine = snapshot.status === 'playing' && view.turn === snapshot.seat && pending === null;
  const play = (action: number) => deeds.act(() => match.move(action));

  useEffect(() => {
    document.title = `${title} · ${titleOf(snapshot.game)}`;
  });

  return (
    <Frame
      players={<FlipPlayers match={match} snapshot={snapshot} view={view} />}
      board={
        <FlipBoard
          view={view}
          playable={mine ? snapshot.legal.filter((action) => action < HINT) : []}
          seat={snapshot.seat}
          nameOf={nameOf}
          pending={pending?.kind === 'move' ? pending.action : null}
          held={held}
          onPlay={play}
        />
      }
      banner={<Banner words={banner} />}
      side={
        <>
          <div class="status" data-tone={over ? ending.tone : undefined}>
            <h1>{title}</h1>
            {over ? <p>{ending.text}</p> : <Standing match={match} snapshot={snapshot} view={view} />}
            <p class={deeds.notice === '' ? 'quiet-text' : 'notice'}>{deeds.notice || (over ? '' : lastText(view))}</p>
          </div>
          {over ? (
            <FlipResultPanel match={match} snapshot={snapshot} view={view} />
          ) : (
            <>
              <FlipActions match={match} snapshot={snapshot} view={view} deeds={deeds} />
              <TypedMove reader={flipReader(snapshot, view)} onPlay={play} />
            </>
          )}
          {view.party !== '' && <PartyChat party={view.party} />}
          <Small match={match} snapshot={snapshot} view={view} />
          <FlipNews match={match} snapshot={snapshot} view={view} title={title} notice={deeds.notice} />
        </>
      }
    />
  );
}

/** How it stands, laid out as the text console has it. */
function Standing({ match, snapshot, view }: { match: Match; snapshot: Snapshot; view: FlipView }) {
  const { game, seat, names } = snapshot;
  const time = useTimeText(match, view);
  if (game === 'duel') {
    return (
      <ul class="standing figures">
        <li>You: {pairsText(view.pairs[seat] ?? 0)}</li>
        <li>
          {names[1 - seat]}: {pairsText(view.pairs[1 - seat] ?? 0)}
        </li>
        <li>Remaining: {pairsText(remaining(view))}</li>
      </ul>
    );
  }
  if (game === 'team-snap') {
    return (
      <ul class="standing figures">
        <li>{progressText(view)}</li>
        <li>Time: {time}</li>
      </ul>
    );
  }
  return null;
}

/** A hint stays readable until the next flip; else the last turn. */
function lastText(view: FlipView): string {
  return view.hint === null ? lastTurnText(view) : `Hint: ${cardText(view, view.hint.cell, view.hint.item)}`;
}

function Small({ match, snapshot, view }: { match: Match; snapshot: Snapshot; view: FlipView }) {
  const time = useTimeText(match, view);
  const connection = connectionWords(match.connection);
  return (
    <p class="meta">
      <span>
        {heading(snapshot)} · {boardLine(view)}
      </span>
      {snapshot.game === 'duel' && <span class="figures">Time: {time}</span>}
      <span class="badge" data-tone={connection.tone}>
        {connection.text}
      </span>
    </p>
  );
}

/** `Team Snap (3 players)` */
function heading({ game, names, seat, opponent }: Snapshot): string {
  switch (game) {
    case 'duel':
      return `Flip Match Duel vs ${names[1 - seat]}`;
    case 'team-snap':
      return `Team Snap (${names.length} players)`;
    case 'speed-race':
      return opponent === undefined ? 'Speed Race' : `Speed Race vs ${opponent.name}`;
    default:
      return 'Flip Match';
  }
}

interface NewsProps {
  readonly match: Match;
  readonly snapshot: Snapshot;
  readonly view: FlipView;
  readonly title: string;
  readonly notice: string;
}

/** What a screen reader hears: each flip, whose turn it is, refusals, the rival's end, and when time runs short. */
function FlipNews({ match, snapshot, view, title, notice }: NewsProps) {
  const before = useRef(view);
  const news = useRef('');
  if (before.current !== view) {
    news.current = newsOf(before.current, view, namesFor(snapshot)) || news.current;
    before.current = view;
  }
  const now = () => match.serverNow();
  const playing = snapshot.status === 'playing';
  const turn = useCountdown(
    playing && view.turn === snapshot.seat && view.startedAt > 0 ? snapshot.turnDeadline : 0,
    now,
  );
  const ends = useCountdown(playing ? snapshot.matchDeadline : 0, now);
  const { opponent } = snapshot;
  const rival = opponent?.status === 'completed' ? `${opponent.name} has completed the board.` : '';
  const clocks = warningWords({ turn, match: ends, ready: null });
  return <Said texts={[notice, `${news.current} ${title}`.trim(), rival, clocks.replace(' without a result', '')]} />;
}
