import { FreeplayError, type Preferences, type Stats } from '@freeplay/client-sdk';
import { DIFFICULTIES } from '@freeplay/shared/games/flip';
import { grouped } from '@freeplay/shared/games/flip/console';
import { ACHIEVEMENTS } from '@freeplay/shared/games/flip/records';
import { useEffect, useRef, useState } from 'preact/hooks';
import { freeplay } from '../client.ts';
import { BoardChoice } from './choices.tsx';
import { loadProfile, profile } from './use-preferred.ts';
import { DIFFICULTY_WORDS } from './words.ts';

/** The player's achievements, figures and preferences. */
export function Me() {
  useEffect(() => void loadProfile(), []);
  const known = profile.value;
  if (known === null) return <p class="quiet-text">Your records are being read.</p>;
  return (
    <div class="stack sections">
      <Achievements held={known.achievements.map(({ id }) => id)} />
      <Figures stats={known.stats} />
      <Prefer preferences={known.preferences} />
    </div>
  );
}

function Achievements({ held }: { held: readonly string[] }) {
  const points = ACHIEVEMENTS.reduce((sum, { id, points: worth }) => sum + (held.includes(id) ? worth : 0), 0);
  return (
    <section class="stack">
      <h2>Achievements</h2>
      <p class="quiet-text figures">
        {held.length} of {ACHIEVEMENTS.length}, {grouped(points)} points
      </p>
      <ul class="achievements">
        {ACHIEVEMENTS.map(({ id, title, requirement, points: worth, emoji }) => (
          <li key={id} class="card" data-held={held.includes(id) ? '' : undefined}>
            <span class="emoji" aria-hidden="true">
              {emoji}
            </span>
            <span>
              <strong>{title}</strong>
              <br />
              <span class="quiet-text">
                {requirement}. {worth} points. {held.includes(id) ? 'Earned' : 'Not yet'}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Figures({ stats }: { stats: Stats }) {
  return (
    <section class="stack">
      <h2>Your figures</h2>
      <div class="figure-groups">
        <Group
          title="Solo"
          figures={[
            ['Games', `${stats.soloGames}`],
            ...DIFFICULTIES.map(
              (each) => [`Best, ${DIFFICULTY_WORDS[each].toLowerCase()}`, score(stats.soloBestScore[each])] as const,
            ),
          ]}
        />
        <Group
          title="Duel"
          figures={[
            ['Won–lost–drawn', `${stats.duelWins}–${stats.duelLosses}–${stats.duelDraws}`],
            ['Best score', score(stats.duelBestScore)],
            ['Best streak', `${stats.duelBestStreak}`],
            ['Pairs a game', mean(stats.duelPairs, stats.duelGames)],
          ]}
        />
        <Group
          title="Speed Race"
          figures={[
            ['Won–lost–drawn', `${stats.raceWins}–${stats.raceLosses}–${stats.raceDraws}`],
            ['Average difference', mean(stats.raceScoreDifference, stats.raceGames)],
          ]}
        />
        <Group
          title="Team Snap"
          figures={[
            ['Games', `${stats.teamGamesPlayed}`],
            ['Best score', score(stats.teamBestScore)],
          ]}
        />
      </div>
    </section>
  );
}

function Group({ title, figures }: { title: string; figures: readonly (readonly [string, string])[] }) {
  return (
    <section class="card">
      <h3>{title}</h3>
      <dl>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="figures">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function score(best: number | null): string {
  return best === null ? '–' : grouped(best);
}

function mean(sum: number, games: number): string {
  return games === 0 ? '–' : (sum / games).toFixed(1).replace('-', '−');
}

const FROM = [
  { value: 'anyone', name: 'Anyone' },
  { value: 'friends', name: 'Friends only' },
] as const;

function Prefer({ preferences }: { preferences: Preferences }) {
  const [said, setSaid] = useState<{ readonly text: string; readonly refused: boolean } | null>(null);
  const latest = useRef(0);
  /** Shows the choice at once; when it cannot be kept, what is kept. */
  const prefer = async (change: Partial<Preferences>) => {
    latest.current += 1;
    const mine = latest.current;
    const known = profile.value;
    if (known !== null) profile.value = { ...known, preferences: { ...known.preferences, ...change } };
    setSaid(null);
    try {
      await freeplay.flip.prefer(change);
      if (mine === latest.current) setSaid({ text: 'Kept for your next games.', refused: false });
    } catch (error) {
      if (!(error instanceof FreeplayError)) throw error;
      setSaid({ text: error.message, refused: true });
      await loadProfile();
    }
  };
  return (
    <section class="stack narrow">
      <h2>Preferences</h2>
      <BoardChoice wish={preferences} onChange={({ difficulty, theme }) => void prefer({ difficulty, theme })} />
      <fieldset class="choice">
        <legend>Who may challenge you</legend>
        <div class="segments">
          {FROM.map(({ value, name }) => (
            <label key={value}>
              <input
                type="radio"
                name="challenges-from"
                checked={preferences.challengesFrom === value}
                onChange={() => void prefer({ challengesFrom: value })}
              />
              <span>{name}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <p class={said?.refused === true ? 'notice message' : 'quiet-text message'} role="status">
        {said?.text}
      </p>
    </section>
  );
}
