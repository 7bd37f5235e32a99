/**
 * Canonical JSON: RFC 8785 (JSON Canonicalization Scheme) restricted to integers within +-(2^53 - 1), strings, booleans,
 * null, arrays and objects. One value has one text, so that its hash means something.
 */
export type Canonical =
  | null
  | boolean
  | number
  | string
  | readonly Canonical[]
  | { readonly [key: string]: Canonical | undefined };

/**
 * The canonical text of a value. Object keys are sorted by UTF-16 code units, as RFC 8785 asks; members that are
 * undefined are left out. Throws a TypeError for what the restriction excludes: that is a bug of the caller.
 */
export function canonical(value: unknown): string {
  switch (typeof value) {
    case 'number':
      if (!Number.isSafeInteger(value)) throw new TypeError(`not a safe integer: ${value}`);
      // String() and not JSON: -0 must read 0, as RFC 8785 asks.
      return String(value);
    case 'string':
      return canonicalString(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? canonicalArray(value) : canonicalObject(value);
    default:
      throw new TypeError(`no canonical text for a ${typeof value}`);
  }
}

/** Printable ASCII with nothing to escape: most keys, ids and names. */
const PLAIN = /^[ !#-[\]-~]*$/;

function canonicalString(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError('a lone surrogate has no canonical text');
  return JSON.stringify(text);
}

function canonicalArray(items: readonly unknown[]): string {
  if (areIntegers(items)) return JSON.stringify(items);
  let text = '[';
  for (let i = 0; i < items.length; i++) text += (i === 0 ? '' : ',') + canonical(items[i]);
  return `${text}]`;
}

/** A board is one: the platform's own writer does such a list in a quarter of the time. */
function areIntegers(items: readonly unknown[]): boolean {
  for (let i = 0; i < items.length; i++) if (!Number.isSafeInteger(items[i])) return false;
  return true;
}

function canonicalObject(object: object): string {
  const record = object as Record<string, unknown>; // Keys of any object may be asked for by name.
  let text = '{';
  for (const key of inOrder(Object.keys(record))) {
    const value = record[key];
    if (value === undefined) continue;
    text += `${text === '{' ? '' : ','}${canonicalString(key)}:${canonical(value)}`;
  }
  return `${text}}`;
}

/** As they come where they come in order, which is cheaper to see than to make. */
function inOrder(keys: string[]): string[] {
  for (let i = 1; i < keys.length; i++) if ((keys[i - 1] ?? '') > (keys[i] ?? '')) return keys.sort();
  return keys;
}
