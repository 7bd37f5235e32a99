import { player } from '../client.ts';
import { followLink } from '../router.ts';
import { Bell } from './bell.tsx';
import { NameDialog } from './name-dialog.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import { useDialog } from './use-dialog.ts';

export function Top() {
  const naming = useDialog();
  const choosing = useDialog();
  return (
    <header class="top">
      <a class="home" href="/" onClick={followLink}>
        <img src="/icon.svg" alt="" width="28" height="28" />
        <span>Freeplay</span>
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
        <Bell />
        <button type="button" class="icon-button" onClick={choosing.show} aria-label="Settings">
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path
              d="M2.5 6h7M14.5 6h3M2.5 14h3M10.5 14h7M12 3.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8zM8 11.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8z"
              fill="none"
              stroke="currentColor"
              stroke-width="1.6"
              stroke-linecap="round"
            />
          </svg>
        </button>
      </div>
      <NameDialog dialog={naming} />
      <SettingsDialog dialog={choosing} />
    </header>
  );
}
