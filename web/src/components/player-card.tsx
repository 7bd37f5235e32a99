import { clockText } from '../words.ts';

const HURRY_MS = 10_000;

export interface PlayerCardProps {
  readonly seat: number;
  readonly name: string;
  /** Connected now; null where nobody asks. */
  readonly here: boolean | null;
  readonly condition: string;
  readonly onTurn: boolean;
  /** Milliseconds of the running turn. */
  readonly left: number | null;
  readonly points: number | null;
}

export function PlayerCard({ seat, name, here, condition, onTurn, left, points }: PlayerCardProps) {
  return (
    <section class="player" data-seat={seat} data-turn={onTurn ? '' : undefined} aria-label={`Seat ${seat + 1}`}>
      <span class="headline">
        <span class="name">{name}</span>
        <span class="points figures">{points}</span>
      </span>
      <span class="disc" data-seat={seat} aria-hidden="true" />
      <span class="condition quiet-text" data-here={here ?? undefined}>
        {condition}
      </span>
      {left !== null && (
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
