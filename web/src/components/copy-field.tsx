import { useState } from 'preact/hooks';

/** A link to hand on: copied with one press, or shared where the device offers that. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState(false);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // Not allowed here: the field is there to be selected by hand.
      setCopied(false);
    }
  };

  return (
    <div class="stack">
      <label class="quiet-text" for="copy-field">
        {label}
      </label>
      <div class="field">
        <input id="copy-field" readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" class="button primary" onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </button>
        {'share' in navigator && (
          <button
            type="button"
            class="button"
            onClick={() => void navigator.share({ url: value }).catch(() => undefined)}
          >
            Share
          </button>
        )}
      </div>
      <span class="visually-hidden" role="status">
        {copied ? 'The link is copied.' : ''}
      </span>
    </div>
  );
}
