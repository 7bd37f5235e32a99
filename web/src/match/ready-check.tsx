import type { Match, Snapshot } from '@freeplay/client-sdk';
import { useCountdown } from '../components/use-countdown.ts';
import { clockText } from '../words.ts';
import { hasBit } from './status.ts';

/** Who has said that they are ready, and how long there is to say so. */
export function ReadyCheck({ match, snapshot }: { match: Match; snapshot: Snapshot }) {
  const left = useCountdown(snapshot.deadline, () => match.serverNow());
  return (
    <div class="ready-check">
      <span class="big-clock figures" role="timer" aria-label="Time left to be ready">
        {left === null ? '–:––' : clockText(left)}
      </span>
      <ul>
        {snapshot.names.map((name, seat) => (
          <li key={name} data-ready={hasBit(snapshot.ready, seat) ? '' : undefined}>
            {seat === snapshot.seat ? 'You' : name}: {hasBit(snapshot.ready, seat) ? 'ready' : 'not yet'}
          </li>
        ))}
      </ul>
    </div>
  );
}
