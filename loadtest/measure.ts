import { Freeplay } from '@freeplay/client-sdk';
import { Bot, gameOf } from './bot.ts';
import { attach } from './inspector.ts';
import { randomFrom } from './random.ts';
import { Guest } from './raw.ts';
import { freePort, type OwnServer, startServer } from './server.ts';
import { Tally } from './tally.ts';

/**
 * Measures a server of its own: the bytes that a move costs each client besides its `accepted`, and the memory of a hot
 * match without sockets. One JSON line each; a figure beyond its target exits with 1.
 */
const PATCH_BYTES = 64;
const MATCH_BYTES = 60 * 1024;

const PATCH_MATCHES = 5;
const WARM_MATCHES = 100;
const MATCHES = 400;
const PLIES = 20;

/** Colyseus's code of a frame that carries a patch of the state. */
const ROOM_STATE_PATCH = 15;

let within = true;
function print(figure: { readonly value: number; readonly target: number } & Record<string, unknown>): void {
  within &&= figure.value <= figure.target;
  process.stdout.write(`${JSON.stringify(figure)}\n`);
}

await measurePatches();
await measureMemory();
process.exitCode = within ? 0 : 1;

async function measurePatches(): Promise<void> {
  const server = await startServer();
  try {
    const { games } = await new Freeplay(server).catalog();
    for (const { id } of games) {
      const sizes: number[] = [];
      for (let match = 0; match < PATCH_MATCHES; match++) sizes.push(...(await patchesOf(server, id, match)));
      sizes.sort((a, b) => a - b);
      const at = (part: number) => sizes[Math.floor((sizes.length - 1) * part)] ?? Number.NaN;
      const measure = 'bytes of a patch per move, p50';
      print({
        measure,
        game: id,
        value: at(0.5),
        target: PATCH_BYTES,
        p90: at(0.9),
        max: at(1),
        patches: sizes.length,
      });
    }
  } finally {
    await server.stop();
  }
}

/** The sizes of all patches that a tab which only watches gets while one match is played. */
async function patchesOf(server: OwnServer, game: string, seed: number): Promise<number[]> {
  const clients = [new Freeplay(server), new Freeplay(server)] as const;
  const owner = await Guest.open(server);
  const { id, invite } = await owner.enter({ game, mode: 'private' });
  const matches = [new Freeplay({ ...server, token: owner.token }).match(id), await clients[1].join(invite ?? '')];
  const sizes: number[] = [];
  const watcher = await owner.watch(id, (frame) => {
    if (frame[0] === ROOM_STATE_PATCH) sizes.push(frame.byteLength);
  });
  const ports = { random: randomFrom(seed), tally: new Tally(), think: 50, until: Number.POSITIVE_INFINITY };
  const shown = new Map();
  await Promise.all(matches.map((match) => new Bot(match, gameOf(game), shown, ports).play()));
  for (const match of matches) match.close();
  watcher.close();
  return sizes;
}

async function measureMemory(): Promise<void> {
  const port = await freePort();
  // Long clocks: every match stays as it is, and in memory.
  const hours = { HOT_SECONDS: '86400', TURN_SECONDS: '86400', MATCH_SECONDS: '86400' };
  const server = await startServer([`--inspect=127.0.0.1:${port}`], hours);
  try {
    const inspector = await attach(port);
    const { games } = await new Freeplay(server).catalog();
    const open = async (count: number) => {
      for (let i = 0; i < count; i++) await hotMatch(server, games[i % games.length]?.id ?? '');
    };
    await open(WARM_MATCHES);
    const before = await inspector.memory();
    await open(MATCHES);
    const after = await inspector.memory();
    inspector.close();
    const value = Math.round((after - before) / MATCHES);
    const measure = 'heap and external bytes of a hot match without sockets, players included';
    print({ measure, value, target: MATCH_BYTES, matches: MATCHES, plies: PLIES });
  } finally {
    await server.stop();
  }
}

/** Two new guests and their match, so many plies in (or at its end). */
async function hotMatch(server: OwnServer, game: string): Promise<void> {
  const guests = [await Guest.open(server), await Guest.open(server)] as const;
  const { id, invite } = await guests[0].enter({ game, mode: 'private' });
  await guests[1].enter({ mode: 'join', room: invite ?? '' });
  for (const guest of guests) await guest.act(id, { kind: 'ready' });
  let now = await guests[0].look(id);
  const seats = now.seat === 0 ? guests : ([guests[1], guests[0]] as const);
  const random = randomFrom(now.createdAt);
  for (let ply = 0; ply < PLIES && now.status === 'playing'; ply++) {
    const action = now.legal[random(now.legal.length)] ?? -1;
    const mover = now.turn === 0 ? seats[0] : seats[1];
    now = await mover.act(id, { kind: 'move', revision: now.revision, action, id: `p${ply}` });
  }
}
