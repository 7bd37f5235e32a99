import { createHash } from 'node:crypto';
import { chmodSync, realpathSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Log } from '../log.ts';

/** What the operator's commands can ask of the process that has the embedded database: one JSON line each way. */
export type ControlRequest = { readonly command: 'backup'; readonly file: string };
export type ControlAnswer = { readonly ok: true } | { readonly ok: false; readonly message: string };

export interface ControlCommands {
  /** Copies the database into a new file. */
  backup(file: string): Promise<void>;
}

/** The server's end of it. */
export interface Control {
  /** Takes no more requests, and resolves once those that have come whole are answered. */
  close(): Promise<void>;
}

const OWNER_ONLY = 0o600;

/**
 * Listens on a socket in the data folder, for the user of this process alone. Whoever calls has the database's lock, so
 * a socket that is there was left by a process that was killed. Null: it cannot be opened, and the server runs without.
 */
export async function openControl(dataDir: string, commands: ControlCommands, log: Log): Promise<Control | null> {
  const path = socketPath(dataDir);
  /** Callers whose request has not come whole: nobody waits for them at the end. */
  const silent = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => void serve(socket, silent, commands));
  try {
    if (process.platform !== 'win32') rmSync(path, { force: true });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
    if (process.platform !== 'win32') chmodSync(path, OWNER_ONLY);
  } catch (error) {
    log.warn({ err: error }, 'no control socket in DATA_DIR: `freeplay backup` works only while the server is stopped');
    return null;
  }
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of silent) socket.destroy();
      }),
  };
}

/** Asks the process that has this data folder; null when none listens. */
export async function askControl(dataDir: string, request: ControlRequest): Promise<ControlAnswer | null> {
  const socket = createConnection({ path: socketPath(dataDir), allowHalfOpen: true });
  try {
    await new Promise<void>((resolve, reject) => socket.once('error', reject).once('connect', () => resolve()));
  } catch {
    return null;
  }
  socket.end(`${JSON.stringify(request)}\n`);
  const answer = await text(socket).catch(() => '');
  return answer === '' ? { ok: false, message: 'The server went away before it had answered.' } : JSON.parse(answer);
}

async function serve(socket: Socket, silent: Set<Socket>, commands: ControlCommands): Promise<void> {
  socket.on('error', () => socket.destroy());
  silent.add(socket);
  const request = await text(socket).catch(() => '');
  silent.delete(socket);
  socket.end(`${JSON.stringify(await answerTo(request, commands))}\n`);
}

async function answerTo(request: string, commands: ControlCommands): Promise<ControlAnswer> {
  try {
    const { command, file }: Partial<ControlRequest> = JSON.parse(request);
    if (command !== 'backup' || typeof file !== 'string') return { ok: false, message: 'There is no such command.' };
    await commands.backup(file);
    return { ok: true };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

/** Systems allow about 100 bytes: the shorter of two ways to say it. */
function socketPath(dataDir: string): string {
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16);
    return `\\\\.\\pipe\\freeplay-${name}`;
  }
  const path = join(dataDir, 'control.sock');
  const near = relative(process.cwd(), path);
  return near.length < path.length ? near : path;
}
