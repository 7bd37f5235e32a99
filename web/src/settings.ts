import { type Signal, signal } from '@preact/signals';
import { kept } from './kept.ts';

/** A choice that lasts between visits and holds in all tabs; what is kept and is none of `values` counts as `initial`. */
function setting<T extends string>(key: string, values: readonly T[], initial: T): Signal<T> {
  const name = `freeplay.${key}`;
  const read = () => values.find((value) => value === kept.get(name)) ?? initial;
  const chosen = signal(read());
  let first = true;
  chosen.subscribe((value) => {
    // Subscribing tells the present value, which nobody has chosen.
    if (!first) kept.set(name, value);
    first = false;
  });
  addEventListener('storage', (event) => {
    if (event.key === name) chosen.value = read();
  });
  return chosen;
}

export const SWITCH = ['on', 'off'] as const;
export type Switch = (typeof SWITCH)[number];

export const THEMES = ['auto', 'dark', 'light'] as const;

export const settings = {
  theme: setting('theme', THEMES, 'auto'),
  /** Shows where one may move. */
  hints: setting('hints', SWITCH, 'on'),
  sound: setting('sound', SWITCH, 'off'),
  vibration: setting('vibration', SWITCH, 'off'),
  /** Single keys do something: `?` opens the help, letters and digits type a move. */
  keys: setting('keys', SWITCH, 'on'),
} as const;

/** Puts the theme on the page, from the first moment on. */
export function applyTheme(): void {
  settings.theme.subscribe((chosen) => {
    if (chosen === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
  });
}
