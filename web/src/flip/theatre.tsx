import { type FlipReveal, type FlipView, type LastTurn, themeById } from '@freeplay/shared/games/flip';
import { useState } from 'preact/hooks';
import { PlayerCard } from '../components/player-card.tsx';
import { Toggle } from '../components/toggle.tsx';
import type { Telling } from '../replay/telling.ts';
import { Stage, type TheatreProps } from '../replay/theatre.tsx';
import type { Frame } from '../replay/timeline.ts';
import { Unplayable } from '../replay/unplayable.tsx';
import { usePlayback } from '../replay/use-player.ts';
import { titleOf } from '../titles.ts';
import { FlipBoard, type FlipScene } from './board.tsx';
import { flipPaint } from './paint.ts';
import { RunFigures } from './players.tsx';
import { ScoreSheets } from './sheets.tsx';
import { tellFlip } from './telling.ts';
import { viewOf } from './view.ts';
import { boardLine, clockOf, outcomeOf, pairsText } from './words.ts';
import './flip.css';

/** The theatre of Flip Match: each flip, hint, pass and clock as the players saw it, and what lay underneath. */
export function FlipTheatre(props: TheatreProps) {
  const { timeline, proof } = props;
  const { frames, names } = timeline;
  const playback = usePlayback(frames.length);
  const [open, setOpen] = useState(false);
  const frame = frames[playback.at];
  const last = frames.at(-1);
  if (frame === undefined || last === undefined) return null;
  const { game } = proof.replay;
  const view = viewOf(frame.view);
  const tellings = frames.map((each) => tellFlip(each, names));
  const under = open ? cardsIn(timeline.initial) : null;
  const scene: FlipScene = { view, held: missIn(frame, frames[playback.at - 1]), under };
  if (themeById(view.theme) === null) return <Unplayable />;
  return (
    <Stage
      {...props}
      playback={playback}
      tellings={tellings}
      title={titleOf(game)}
      outcome={outcomeOf(last.view, viewOf(last.view), names)}
      players={<Players names={names} frame={frame} telling={tellings[playback.at]} />}
      board={
        <FlipBoard
          {...scene}
          playable={[]}
          seat={view.turn}
          nameOf={(seat) => names[seat] ?? ''}
          pending={null}
          onPlay={() => undefined}
        />
      }
      options={<Toggle name="Show hidden cards" on={open} onChange={setOpen} />}
      promise={promiseOf(view)}
      closing={
        <>
          <ScoreSheets game={game} view={view} names={names} reader={-1} />
          <p class="meta">
            <span>{boardLine(view)}</span>
            {names.length > 1 && <span class="figures">Time: {timeIn(frame)}</span>}
          </p>
        </>
      }
      paint={flipPaint(scene)}
      captions={names.map((name, seat) => `${name}: ${pairsText(view.pairs[seat] ?? 0)}`)}
    />
  );
}

/** The board that was dealt: the rules have made it of the log. */
function cardsIn(initial: unknown): readonly number[] {
  return (initial as FlipReveal).cards;
}

/** The cards of a turn that found nothing: in its own frame they are still to be seen. */
function missIn(now: Frame, before: Frame | undefined): LastTurn | null {
  const { lastTurn } = viewOf(now.view);
  if (lastTurn === null || lastTurn.matched || before === undefined) return null;
  return viewOf(before.view).lastTurn === lastTurn ? null : lastTurn;
}

function timeIn({ at, view }: Frame): string {
  const state = viewOf(view);
  return clockOf(state, state.startedAt === 0 ? 0 : at - state.startedAt);
}

/** What the commitment is for, in a sentence. */
function promiseOf({ commitment }: FlipView): string {
  const mark = String(commitment).slice(0, 8);
  return `Before the first flip the server published the fingerprint ${mark}… of all cards. Verify shows that they never changed.`;
}

interface PlayersProps {
  readonly names: readonly string[];
  readonly frame: Frame;
  readonly telling: Telling | undefined;
}

/** Who plays; of one player alone, how the run stands. */
function Players({ names, frame, telling }: PlayersProps) {
  const view = viewOf(frame.view);
  if (names.length > 1) {
    return names.map((name, seat) => (
      <PlayerCard
        key={name}
        seat={seat}
        name={name}
        here={null}
        condition={condition(view, seat, telling)}
        onTurn={telling?.seat === seat}
        left={null}
        points={view.pairs[seat] ?? 0}
      />
    ));
  }
  return (
    <>
      <RunFigures view={view} time={timeIn(frame)} />
      <p class="rival">
        <strong>{names[0]}</strong>
        <span class="quiet-text">{telling?.deed}</span>
      </p>
    </>
  );
}

function condition({ left, away }: FlipView, seat: number, telling: Telling | undefined): string {
  if (telling?.seat === seat) return telling.deed;
  if (left[seat] === true) return 'Left';
  return away[seat] === true ? 'Away, skipped' : '';
}
