import type { Signal } from '@preact/signals';
import { SWITCH, type Switch, settings, THEMES } from '../settings.ts';
import { help } from './help-dialog.tsx';
import type { DialogControl } from './use-dialog.ts';

const THEME_WORDS: Readonly<Record<(typeof THEMES)[number], string>> = { auto: 'Auto', dark: 'Dark', light: 'Light' };

export function SettingsDialog({ dialog }: { dialog: DialogControl }) {
  const showHelp = () => {
    dialog.close();
    help.show();
  };
  return (
    <dialog ref={dialog.ref} class="dialog" aria-labelledby="settings-title">
      <div class="stack">
        <h2 id="settings-title">Settings</h2>
        <fieldset class="choice">
          <legend>Theme</legend>
          <div class="segments">
            {THEMES.map((theme) => (
              <label key={theme}>
                <input
                  type="radio"
                  name="theme"
                  checked={settings.theme.value === theme}
                  onChange={() => {
                    settings.theme.value = theme;
                  }}
                />
                <span>{THEME_WORDS[theme]}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <Toggle name="Show where you can move" setting={settings.hints} />
        <Toggle name="Sounds" setting={settings.sound} />
        {'vibrate' in navigator && <Toggle name="Vibration" setting={settings.vibration} />}
        <Toggle name="Shortcut keys" setting={settings.keys} />
        <div class="actions">
          <button type="button" class="button quiet" onClick={showHelp}>
            Keys and help
          </button>
          <button type="button" class="button primary" onClick={dialog.close}>
            Done
          </button>
        </div>
      </div>
    </dialog>
  );
}

function Toggle({ name, setting }: { name: string; setting: Signal<Switch> }) {
  const [on, off] = SWITCH;
  return (
    <label class="toggle">
      <span>{name}</span>
      <input
        type="checkbox"
        role="switch"
        checked={setting.value === on}
        aria-checked={setting.value === on}
        onChange={({ currentTarget }) => {
          setting.value = currentTarget.checked ? on : off;
        }}
      />
    </label>
  );
}
