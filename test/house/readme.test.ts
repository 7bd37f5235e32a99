import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import { ROOT } from './planted-tree.ts';

/** The README's shell blocks, in order. */
function shellBlocks(): string[] {
  return [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].map(
    ([, text]) => text ?? '',
  );
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Resolves when the server says that it serves. */
async function served(server: ChildProcess): Promise<void> {
  if (server.stdout === null) throw new Error('no output');
  for await (const line of createInterface(server.stdout)) {
    if (line.includes('Freeplay is at')) return;
  }
  throw new Error('the server ended before it served');
}

describe('the README', () => {
  it('opens with the two commands', () => {
    const commands = shellBlocks()[0]
      ?.split('\n')
      .map((line) => line.replace(/ *#.*/, ''));
    expect(commands).to.deep.equal(['npm start', 'npm test', '']);
  });

  it('plays a move with curl', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'freeplay-readme-'));
    const port = await freePort();
    const env = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir };
    const server = spawn(process.execPath, ['server/main.ts'], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await served(server);
      const script = (shellBlocks()[1] ?? '').replace('localhost:2567', `localhost:${port}`);
      const output = execFileSync('bash', ['-euo', 'pipefail', '-c', script], { encoding: 'utf8' });
      const [ann, bob, ...lines] = output.trimEnd().split('\n');
      expect(JSON.parse(ann ?? '')).to.include({ created: true });
      expect(JSON.parse(bob ?? '')).to.include({ created: true });
      expect(lines.slice(0, 4)).to.deep.equal(['ready', 'ready', 'playing', '3']);
      const snapshot = JSON.parse(lines[4] ?? '');
      expect(snapshot).to.include({ game: 'gravity', mode: 'public', status: 'playing', turn: 1 });
      expect(snapshot.state.board).to.deep.equal(Array.from({ length: 42 }, (_, cell) => (cell === 38 ? 0 : -1)));
    } finally {
      server.kill('SIGKILL');
      await once(server, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
