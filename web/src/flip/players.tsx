import type { Match, Snapshot } from '@freeplay/client-sdk';
import { type FlipView, pairsOn } from '@freeplay/shared/games/flip';
import { PlayerCard } from '../components/player-card.tsx';
import { useCountdown } from '../components/use-countdown.ts';
import { useElapsed } from './use-elapsed.ts';
import { clockOf, runText, sum } from './words.ts';

interface PlayersProps {
  readonly match: Match;
  readonly snapshot: Snapshot;
  readonly view: FlipView;
}

/** Who plays: both of a duel, the team, or one's own run and how the other side of the race stands. */
export function FlipPlayers(props: PlayersProps) {
  switch (props.snapshot.game) {
    case 'duel':
    case 'team-snap':
      return <Seats {...props} />;
    default:
      return <Run {...props} />;
  }
}

function Seats({ match, snapshot, view }: PlayersProps) {
  const left = useCountdown(snapshot.turnDeadline, () => match.serverNow());
  const live = match.connection === 'live' || match.connection === 'polling';
  return snapshot.players.map((id, seat) => {
    const onTurn = snapshot.status === 'playing' && view.turn === seat;
    return (
      <PlayerCard
        key={id}
        seat={seat}
        name={snapshot.names[seat] ?? ''}
        here={seat === snapshot.seat ? live : (snapshot.connected[seat] ?? false)}
        condition={condition(snapshot, view, seat)}
        onTurn={onTurn}
        // Before the first flip no clock runs.
        left={onTurn && view.startedAt !== 0 ? left : null}
        points={view.pairs[seat] ?? 0}
      />
    );
  });
}

function condition({ seat: reader, connected }: Snapshot, { left, away }: FlipView, seat: number): string {
  if (left[seat] === true) return 'Left';
  if (seat === reader) return 'You';
  if (away[seat] === true) return 'Away, skipped';
  return connected[seat] === true ? 'Here' : 'Away';
}

function Run({ match, snapshot, view }: PlayersProps) {
  return (
    <>
      <RunFigures view={view} time={useTimeText(match, view)} />
      {snapshot.opponent !== undefined && (
        <p class="rival">
          <span class="quiet-text">Speed Race vs {snapshot.opponent.name}</span>
          <strong class="figures">
            {snapshot.opponent.name}: {runText(snapshot.opponent)}
          </strong>
        </p>
      )}
    </>
  );
}

export function RunFigures({ view, time }: { view: FlipView; time: string }) {
  return (
    <dl class="figures-strip">
      <Figure name="Pairs" value={`${sum(view.pairs)}/${pairsOn(view.size)}`} />
      <Figure name="Turns" value={`${sum(view.turns)}`} />
      <Figure name="Hints" value={`${view.hintsLeft}`} />
      <Figure name="Time" value={time} />
    </dl>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="figures">{value}</dd>
    </div>
  );
}

/** `2:15 / 5:00`, as it runs. */
export function useTimeText(match: Match, view: FlipView): string {
  return clockOf(
    view,
    useElapsed(view.result === undefined ? view.startedAt : 0, () => match.serverNow()),
  );
}
