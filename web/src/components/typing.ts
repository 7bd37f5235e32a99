/** True when a key goes into a field, belongs to a dialog, or is part of a shortcut of the browser. */
export function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]') !== null) return true;
  return target instanceof HTMLElement && target.matches('input:not([type=range], [type=checkbox]), textarea, select');
}
