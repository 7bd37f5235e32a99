import { freeplay } from '../client.ts';
import { followLink } from '../router.ts';
import { type Section, sectionPath } from './paths.ts';
import { SoloForm } from './starts.tsx';
import { useRead } from './use-read.ts';

const ENTRIES: readonly {
  readonly section: Section;
  readonly name: string;
  readonly text: string;
  readonly emoji: string;
}[] = [
  { section: 'duel', name: 'Duel a Friend', text: 'Challenge someone to a head-to-head match', emoji: '⚔️' },
  { section: 'race', name: 'Speed Race', text: 'Race to beat a friend’s score on the same board', emoji: '💨' },
  { section: 'team', name: 'Team Snap', text: 'Play cooperatively with your party', emoji: '🤝' },
];

/** The source's menu, and the game for one. */
export function FlipMenu() {
  const challenges = useRead(() => freeplay.flip.challenges());
  const waiting = challenges.value?.incoming.length ?? 0;
  return (
    <div class="flip-menu">
      <section class="card stack">
        <h2>Solo</h2>
        <p class="quiet-text">Find all pairs. Fewer turns, less time and longer streaks score more.</p>
        <SoloForm />
      </section>
      <section class="stack">
        <h2>Flip Match - Multiplayer</h2>
        {waiting > 0 && (
          <a class="card menu-entry calling" href={sectionPath('challenges')} onClick={followLink}>
            <span class="emoji" aria-hidden="true">
              📨
            </span>
            <strong>{waiting === 1 ? 'A challenge waits for you' : `${waiting} challenges wait for you`}</strong>
            <span class="quiet-text">Accept or decline</span>
          </a>
        )}
        <ol class="stack">
          {ENTRIES.map(({ section, name, text, emoji }) => (
            <li key={section}>
              <a class="card menu-entry" href={sectionPath(section)} onClick={followLink}>
                <span class="emoji" aria-hidden="true">
                  {emoji}
                </span>
                <strong>{name}</strong>
                <span class="quiet-text">{text}</span>
              </a>
            </li>
          ))}
          <li>
            <a class="card menu-entry" href="/" onClick={followLink}>
              <span class="emoji" aria-hidden="true">
                ↩️
              </span>
              <strong>Back to Menu</strong>
              <span class="quiet-text">All games of Freeplay</span>
            </a>
          </li>
        </ol>
      </section>
    </div>
  );
}
