import { player } from '../client.ts';
import { followLink } from '../router.ts';
import { shownTheme, switchTheme, theme } from '../theme.ts';
import { NameDialog } from './name-dialog.tsx';
import { useDialog } from './use-dialog.ts';

export function Top() {
  const naming = useDialog();
  // Read so that the button follows the switch.
  const shown = theme.value ?? shownTheme();
  return (
    <header class="top">
      <a class="home" href="/" onClick={followLink}>
        <img src="/icon.svg" alt="" width="28" height="28" />
        Freeplay
      </a>
      <div class="tools">
        <button type="button" class="name-button" onClick={naming.show} disabled={player.name.value === null}>
          <span>{player.name.value ?? '…'}</span>
          <svg class="pen" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
            <path
              d="M2 14l.6-3L11 2.6l2.4 2.4L5 13.4z"
              fill="none"
              stroke="currentColor"
              stroke-width="1.5"
              stroke-linejoin="round"
            />
          </svg>
          <b class="visually-hidden">Change your name</b>
        </button>
        <button
          type="button"
          class="icon-button"
          onClick={switchTheme}
          aria-label={shown === 'dark' ? 'Use the light theme' : 'Use the dark theme'}
        >
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            {shown === 'dark' ? (
              <path
                d="M10 6.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6zM10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6L16 16M4 16l1.4-1.4M14.6 5.4L16 4"
                fill="none"
                stroke="currentColor"
                stroke-width="1.6"
                stroke-linecap="round"
              />
            ) : (
              <path
                d="M16.5 12.2A7 7 0 1 1 7.8 3.5a5.6 5.6 0 0 0 8.7 8.7z"
                fill="none"
                stroke="currentColor"
                stroke-width="1.6"
                stroke-linejoin="round"
              />
            )}
          </svg>
        </button>
      </div>
      <NameDialog dialog={naming} />
    </header>
  );
}
