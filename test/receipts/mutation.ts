import { pick, type Random } from '../games/support.ts';

type Path = readonly (string | number)[];

export interface Mutation {
  /** As in `replay.events[7].action`. */
  readonly path: string;
  readonly what: string;
  readonly copy: unknown;
}

/** A copy of a JSON value that differs in one field, anywhere in it: another value, a missing field, one too many. */
export function mutated(value: object, random: Random): Mutation {
  const copy: object = structuredClone(value);
  const places = placesIn(copy, []);
  const path = pick(places, random);
  const parent = path.slice(0, -1).reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], copy);
  const holder = parent as Record<string, unknown>; // Every place has a holder that is an object or an array.
  const name = path.at(-1) ?? '';
  const [what, change] = pick(CHANGES, random);
  change(holder, name, random);
  return { path: written(what === 'one too many' ? [...path.slice(0, -1), 'extra'] : path), what, copy };
}

type Change = (holder: Record<string, unknown>, name: string | number, random: Random) => void;

const anotherValue: Change = (holder, name, random) => {
  holder[name] = another(holder[name], random);
};
const anotherType: Change = (holder, name) => {
  holder[name] = typeof holder[name] === 'string' ? 7 : 'seven';
};
const none: Change = (holder, name) => {
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else delete holder[name];
};
const oneTooMany: Change = (holder) => {
  if (Array.isArray(holder)) holder.push(null);
  else holder.extra = 0;
};

/** The first stands twice, since it is what a forger would do. */
const CHANGES: readonly (readonly [string, Change])[] = [
  ['another value', anotherValue],
  ['another value', anotherValue],
  ['another type', anotherType],
  ['none', none],
  ['one too many', oneTooMany],
];

function another(value: unknown, random: Random): unknown {
  switch (typeof value) {
    case 'number':
      return value + pick([1, -1, 1000], random);
    case 'boolean':
      return !value;
    case 'string':
      return anotherText(value, random);
    default:
      return value === null ? 0 : null;
  }
}

/** One character off, or in capitals: a hash in capitals is another text. */
function anotherText(text: string, random: Random): string {
  if (text.toUpperCase() !== text && random(4) === 0) return text.toUpperCase();
  const at = random(text.length);
  const other = text[at] === '0' ? '1' : '0';
  return text === '' ? 'x' : text.slice(0, at) + other + text.slice(at + 1);
}

function placesIn(value: unknown, path: Path): Path[] {
  if (typeof value !== 'object' || value === null) return path.length > 1 ? [path] : [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  const inner = entries.flatMap(([name, item]) => placesIn(item, [...path, name]));
  return inner.length === 0 && path.length > 1 ? [path] : inner;
}

function written(path: Path): string {
  return path
    .map((name) => (typeof name === 'number' ? `[${name}]` : `.${name}`))
    .join('')
    .slice(1);
}
