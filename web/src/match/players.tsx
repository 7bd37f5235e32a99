import type { Match, Snapshot } from '@freeplay/client-sdk';
import { gameById } from '@freeplay/shared/games';
import { useCountdown } from '../components/use-countdown.ts';
import { clockText } from '../words.ts';
import { hasBit } from './status.ts';

const HURRY_MS = 10_000;

export function Players({ match, snapshot }: { match: Match; snapshot: Snapshot }) {
  const left = useCountdown(snapshot.turnDeadline, () => match.serverNow());
  const scores = gameById(snapshot.game)?.scores(snapshot.state) ?? null;
  return (
    <div class="players">
      {snapshot.players.map((id, seat) => (
        <PlayerCard key={id} snapshot={snapshot} seat={seat} left={left} points={scores?.[seat] ?? null} />
      ))}
    </div>
  );
}

interface CardProps {
  readonly snapshot: Snapshot;
  readonly seat: number;
  /** Milliseconds of the running turn. */
  readonly left: number | null;
  readonly points: number | null;
}

function PlayerCard({ snapshot, seat, left, points }: CardProps) {
  const onTurn = snapshot.status === 'playing' && snapshot.turn === seat;
  return (
    <section class="player" data-seat={seat} data-turn={onTurn ? '' : undefined} aria-label={`Seat ${seat + 1}`}>
      <span class="headline">
        <span class="name">{snapshot.names[seat] ?? 'Open seat'}</span>
        <span class="points figures">{points}</span>
      </span>
      <span class="disc" data-seat={seat} aria-hidden="true" />
      <span class="quiet-text">{condition(snapshot, seat)}</span>
      {onTurn && left !== null && (
        <span
          class="clock figures"
          data-tone={left < HURRY_MS ? 'warn' : undefined}
          role="timer"
          aria-label="Time for this turn"
        >
          {clockText(left)}
        </span>
      )}
    </section>
  );
}

function condition(snapshot: Snapshot, seat: number): string {
  const who = seat === snapshot.seat ? 'You' : snapshot.connected[seat] ? 'Here' : 'Away';
  return snapshot.status === 'ready' && hasBit(snapshot.ready, seat) ? `${who} · ready` : who;
}
