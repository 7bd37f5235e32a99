import type { Signal } from '@preact/signals';
import { SWITCH, type Switch, settings, THEMES } from '../settings.ts';
import { help } from './help-dialog.tsx';
import { Toggle } from './toggle.tsx';
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
        <Choice name="Show where you can move" setting={settings.hints} />
        <Choice name="Sounds" setting={settings.sound} />
        {'vibrate' in navigator && <Choice name="Vibration" setting={settings.vibration} />}
        <Choice name="Shortcut keys" setting={settings.keys} />
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

function Choice({ name, setting }: { name: string; setting: Signal<Switch> }) {
  const [on, off] = SWITCH;
  return (
    <Toggle
      name={name}
      on={setting.value === on}
      onChange={(chosen) => {
        setting.value = chosen ? on : off;
      }}
    />
  );
}
