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
      if (!value.isWellFormed()) throw new TypeError('a lone surrogate has no canonical text');
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? canonicalArray(value) : canonicalObject(value);
    default:
      throw new TypeError(`no canonical text for a ${typeof value}`);
  }
}

function canonicalArray(items: readonly unknown[]): string {
  let text = '[';
  for (let i = 0; i < items.length; i++) text += (i === 0 ? '' : ',') + canonical(items[i]);
  return `${text}]`;
}

function canonicalObject(object: object): string {
  const record = object as Record<string, unknown>; // Keys of any object may be asked for by name.
  let text = '{';
  for (const key of Object.keys(record).sort()) {
    const value = record[key];
    if (value === undefined) continue;
    text += `${text === '{' ? '' : ','}${canonical(key)}:${canonical(value)}`;
  }
  return `${text}}`;
}
