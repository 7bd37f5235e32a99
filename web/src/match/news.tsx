import type { Match, Snapshot } from '@freeplay/client-sdk';
import { notationOf } from '@freeplay/shared/games';
import { Said } from '../components/said.tsx';
import { useCountdown } from '../components/use-countdown.ts';
import { warningWords } from '../words.ts';

export interface NewsProps {
  readonly match: Match;
  readonly snapshot: Snapshot;
  /** The headline of the page: whose turn it is, or how it ended. */
  readonly title: string;
  /** Why the last action was refused, or how the connection is; else ''. */
  readonly notice: string;
}

/** What a screen reader hears of a match: each move and whose turn it is, refusals, and when time runs short. */
export function News({ match, snapshot, title, notice }: NewsProps) {
  const now = () => match.serverNow();
  const playing = snapshot.status === 'playing';
  const turn = useCountdown(playing && snapshot.turn === snapshot.seat ? snapshot.turnDeadline : 0, now);
  const ends = useCountdown(playing ? snapshot.matchDeadline : 0, now);
  const unready = snapshot.status === 'ready' && (snapshot.ready & (1 << snapshot.seat)) === 0;
  const ready = useCountdown(unready ? snapshot.deadline : 0, now);
  return <Said texts={[notice, announcement(snapshot, title), warningWords({ turn, match: ends, ready })]} />;
}

function announcement({ game, state: { last } }: Snapshot, title: string): string {
  const move = last === -1 ? null : notationOf(game)?.name(last);
  return move == null ? `${title}.` : `Last move: ${move}. ${title}.`;
}
