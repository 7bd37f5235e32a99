import { parseArgs } from 'node:util';

export interface Options {
  readonly matches: number;
  readonly seconds: number;
  /** The share of players, 0 to 1, who poll over HTTP instead of holding a WebSocket. */
  readonly http: number;
  /** Milliseconds between a position and its answer. */
  readonly think: number;
  /** The service to load; null: one of its own. */
  readonly url: string | null;
  /** The Origin that the service accepts, where it is not that of its address. */
  readonly origin: string | null;
  readonly seed: number;
}

const USAGE =
  'npm run loadtest -- --matches N --seconds S [--http 0.2] [--think MS] [--seed N] [--url https://... [--origin https://...]]';

/** The options, or one sentence about the first wrong one and how to write them. */
export function readOptions(args: readonly string[]): Options | { readonly error: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        matches: { type: 'string', default: '20' },
        seconds: { type: 'string', default: '10' },
        http: { type: 'string', default: '0' },
        think: { type: 'string', default: '100' },
        seed: { type: 'string', default: '1' },
        url: { type: 'string' },
        origin: { type: 'string' },
      },
    });
    const number = (name: 'matches' | 'seconds' | 'http' | 'think' | 'seed', least: number, most: number) => {
      const value = Number(values[name]);
      if (values[name].trim() === '' || !(value >= least && value <= most)) {
        throw new RangeError(`--${name} must be from ${least} to ${most}.`);
      }
      return value;
    };
    return {
      matches: Math.trunc(number('matches', 1, 100_000)),
      seconds: number('seconds', 0.1, 86_400),
      http: number('http', 0, 1),
      think: number('think', 40, 3_600_000),
      seed: Math.trunc(number('seed', 0, 2 ** 31)),
      url: values.url ?? null,
      origin: values.origin ?? null,
    };
  } catch (error) {
    return { error: `${error instanceof Error ? error.message : String(error)}\n${USAGE}` };
  }
}
