import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const COMMAND = join(import.meta.dirname, '../../node_modules/.bin/freeplay');

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** `npx freeplay ARGS`, with nothing in its environment but `env`. */
export async function freeplay(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const child = spawn(COMMAND, args, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, out, err };
}
