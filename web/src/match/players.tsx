import type { Match, Snapshot } from '@freeplay/client-sdk';
import { gameById } from '@freeplay/shared/games';
import { PlayerCard } from '../components/player-card.tsx';
import { useCountdown } from '../components/use-countdown.ts';
import { hasBit } from './status.ts';

export function Players({ match, snapshot }: { match: Match; snapshot: Snapshot }) {
  const left = useCountdown(snapshot.turnDeadline, () => match.serverNow());
  const scores = gameById(snapshot.game)?.scores(snapshot.state) ?? null;
  return snapshot.players.map((id, seat) => {
    const onTurn = snapshot.status === 'playing' && snapshot.turn === seat;
    return (
      <PlayerCard
        key={id}
        seat={seat}
        name={snapshot.names[seat] ?? 'Open seat'}
        here={hereIn(match, snapshot, seat)}
        condition={condition(snapshot, seat)}
        onTurn={onTurn}
        left={onTurn ? left : null}
        points={scores?.[seat] ?? null}
      />
    );
  });
}

/** One knows of oneself without being told. */
function hereIn(match: Match, snapshot: Snapshot, seat: number): boolean {
  if (seat === snapshot.seat) return match.connection === 'live' || match.connection === 'polling';
  return snapshot.connected[seat] ?? false;
}

function condition(snapshot: Snapshot, seat: number): string {
  const who = seat === snapshot.seat ? 'You' : snapshot.connected[seat] ? 'Here' : 'Away';
  return snapshot.status === 'ready' && hasBit(snapshot.ready, seat) ? `${who} · ready` : who;
}
