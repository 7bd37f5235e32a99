import { signal } from '@preact/signals';

const KEY = 'freeplay.theme';
export type Theme = 'dark' | 'light';

/** null: as the system has it. */
export const theme = signal<Theme | null>(stored());

function stored(): Theme | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'dark' || kept === 'light' ? kept : null;
  } catch {
    return null;
  }
}

export function applyTheme(): void {
  theme.subscribe((chosen) => {
    if (chosen === null) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
  });
}

export function shownTheme(): Theme {
  return theme.value ?? (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark');
}

export function switchTheme(): void {
  const next = shownTheme() === 'dark' ? 'light' : 'dark';
  theme.value = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // The choice then lasts as long as the page.
  }
}
