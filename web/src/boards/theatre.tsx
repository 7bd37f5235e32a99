import { gameById, notationOf, type Position } from '@freeplay/shared/games';
import { PlayerCard } from '../components/player-card.tsx';
import type { Telling } from '../replay/telling.ts';
import { Stage, type TheatreProps } from '../replay/theatre.tsx';
import type { Frame } from '../replay/timeline.ts';
import { usePlayback } from '../replay/use-player.ts';
import { titleOf } from '../titles.ts';
import { outcomeWords } from '../words.ts';
import { boardOf } from './index.ts';
import { boardPaint } from './paint.ts';

/** The theatre of the board games. */
export function BoardTheatre(props: TheatreProps) {
  const { frames, names } = props.timeline;
  const { game, result } = props.proof.replay;
  const playback = usePlayback(frames.length);
  const state = frames[playback.at]?.view.state;
  const Board = boardOf(game)?.Board;
  if (state === undefined || Board === undefined) return null;
  const tellings = frames.map((frame) => tell(game, names, frame));
  return (
    <Stage
      {...props}
      playback={playback}
      tellings={tellings}
      title={titleOf(game)}
      outcome={outcomeWords(result, names)}
      players={<Players game={game} names={names} state={state} telling={tellings[playback.at]} />}
      board={<Board state={state} playable={[]} seat={-1} hints={false} pending={null} onPlay={() => undefined} />}
      paint={boardPaint(game, state)}
      captions={names}
    />
  );
}

interface PlayersProps {
  readonly game: string;
  readonly names: readonly string[];
  readonly state: Position;
  readonly telling: Telling | undefined;
}

function Players({ game, names, state, telling }: PlayersProps) {
  const scores = gameById(game)?.scores(state) ?? null;
  return names.map((name, seat) => (
    <PlayerCard
      key={name}
      seat={seat}
      name={name}
      here={null}
      condition={telling?.seat === seat ? telling.deed : ''}
      onTurn={telling?.seat === seat}
      left={null}
      points={scores?.[seat] ?? null}
    />
  ));
}

/** The switch is the table of what a match of a board game can go through. */
function tell(game: string, names: readonly string[], { event }: Frame): Telling {
  const seat = event?.seat ?? -1;
  const name = names[seat] ?? '';
  switch (event?.kind) {
    case 'moved':
      return tellMove(game, event.data.action, seat);
    case 'resigned':
      return entry('resigned', `${name} resigns`, seat);
    case 'timed-out':
      return event.data.clock === 'turn'
        ? entry('out of time', `time runs out for ${name}`, seat)
        : entry('time limit', 'the match reaches its time limit', -1);
    default:
      return entry('the end', 'the match ends', -1);
  }
}

function tellMove(game: string, action: number, seat: number): Telling {
  const notation = notationOf(game);
  const text = notation?.text(action) ?? String(action);
  const said = notation?.name(action) ?? text;
  return { text, label: `${text}: ${said}`, said, deed: `played ${text}`, seat };
}

function entry(text: string, said: string, seat: number): Telling {
  return { text, label: `${text}: ${said}`, said, deed: text, seat };
}
