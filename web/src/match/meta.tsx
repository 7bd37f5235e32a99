import type { Match, Snapshot } from '@freeplay/client-sdk';
import { gameById } from '@freeplay/shared/games';
import { useCountdown } from '../components/use-countdown.ts';
import { clockText, connectionWords } from '../words.ts';

/** The small print: which game, how long it may still take, and how the connection is. */
export function Meta({ match, snapshot }: { match: Match; snapshot: Snapshot }) {
  const left = useCountdown(snapshot.status === 'playing' ? snapshot.matchDeadline : 0, () => match.serverNow());
  const connection = connectionWords(match.connection);
  return (
    <p class="meta">
      <span>{gameById(snapshot.game)?.titles.local}</span>
      {left !== null && <span class="figures">Ends within {clockText(left)}</span>}
      <span class="badge" data-tone={connection.tone}>
        {connection.text}
      </span>
    </p>
  );
}
