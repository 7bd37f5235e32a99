import { type Game, gameById } from '@freeplay/shared/games';
import { WebSocket } from 'ws';
import { BarePlayer, type BareSocket } from './player.ts';

/** Two players opposite each other, both ready: whose turn it is, and how to play on. */
export interface Table {
  readonly room: string;
  /** By seat. */
  readonly players: readonly BarePlayer[];
  /** The revision once both are ready. */
  readonly revision: number;
}

/** Runs `job` for 0 <= i < count, `width` of them at a time. */
export async function inParallel<T>(count: number, width: number, job: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < count; index = next++) results[index] = await job(index);
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, work));
  return results;
}

export async function sitDown(url: string, game: string): Promise<Table> {
  const [a, b] = await Promise.all([new BarePlayer(url).open(), new BarePlayer(url).open()]);
  const room = (await invite(a, b, game)).id;
  await a.act(room, { kind: 'ready' });
  const { seat, revision } = await b.act(room, { kind: 'ready' });
  return { room, players: seat === 1 ? [a, b] : [b, a], revision };
}

/** The public queue pairs them, one table at a time per game: nobody else must come in between. */
async function invite(a: BarePlayer, b: BarePlayer, game: string) {
  const before = pairing;
  let done = () => {};
  pairing = new Promise((resolve) => {
    done = resolve;
  });
  await before;
  try {
    await a.enter(game);
    return await b.enter(game);
  } finally {
    done();
  }
}
let pairing: Promise<void> = Promise.resolve();

/** A line of play of a game that fills it to its longest, found by playing at random and never winning when that can be helped. */
export function longLine(id: string): readonly number[] {
  const game = gameById(id);
  if (game === null) throw new Error(`no such game: ${id}`);
  let best: readonly number[] = [];
  for (let seed = 1; seed < 200 && best.length < game.maxPlies; seed++) {
    const line = quietLine(game, seed);
    if (line.length > best.length) best = line;
  }
  return best;
}

function quietLine(game: Game, seed: number): readonly number[] {
  let dice = seed;
  const roll = (below: number) => {
    dice = (Math.imul(dice, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (dice >>> 8) % below;
  };
  const line: number[] = [];
  let state = game.initial();
  for (let legal = game.legal(state); legal.length > 0; legal = game.legal(state)) {
    const start = roll(legal.length);
    const order = legal.map((_, i) => legal[(start + i) % legal.length] ?? 0);
    const quiet = order.find((action) => endsAt(game, state, action) === false) ?? order[0] ?? 0;
    state = game.play(state, quiet) ?? state;
    line.push(quiet);
  }
  return line;
}

function endsAt(game: Game, state: ReturnType<Game['initial']>, action: number): boolean {
  const next = game.play(state, action);
  return next !== null && game.outcome(next) !== null;
}

/** One pair in the closed loop: the next move goes out when both have seen the last, and its mover was told that it is durable. */
export interface Loop {
  /** Plays to the end of its line; `onMove` hears each acknowledgement's latency in ms. */
  run(onMove: (latency: number) => void): Promise<void>;
  close(): void;
}

export async function matchLoop(
  url: string,
  game: string,
  line: readonly number[],
  onPatch: (bytes: number) => void,
): Promise<Loop> {
  const table = await sitDown(url, game);
  const sockets = await Promise.all(table.players.map((player) => player.sit(table.room)));
  return {
    run: (onMove) => playLine(sockets, table.revision, line, moversOf(game, line), onPatch, onMove),
    close: () => closeAll(sockets),
  };
}

function closeAll(sockets: readonly BareSocket[]): void {
  for (const socket of sockets) socket.close();
}

/** The seat of each move of a line: some games give another turn. */
function moversOf(id: string, line: readonly number[]): readonly number[] {
  const game = gameById(id);
  let state = game?.initial();
  return line.map((action) => {
    const seat = state?.turn ?? 0;
    state = (state && game?.play(state, action)) ?? state;
    return seat;
  });
}

function playLine(
  sockets: readonly BareSocket[],
  revision: number,
  line: readonly number[],
  movers: readonly number[],
  onPatch: (bytes: number) => void,
  onMove: (latency: number) => void,
): Promise<void> {
  return new Promise((resolve) => {
    let ply = 0;
    let sentAt = 0;
    let heard = 0;
    const hear = () => {
      heard += 1;
      if (heard < sockets.length + 1) return;
      ply += 1;
      if (ply === line.length) resolve();
      else play();
    };
    for (const socket of sockets) {
      socket.onPatch = (bytes) => {
        onPatch(bytes);
        hear();
      };
      socket.onAccepted = () => {
        onMove(performance.now() - sentAt);
        hear();
      };
    }
    const play = () => {
      heard = 0;
      sentAt = performance.now();
      sockets[movers[ply] ?? 0]?.send('move', { revision: revision + ply, action: line[ply], id: `m${ply}` });
    };
    play();
  });
}

/** The same loop over the bare relay: `plies` frames of 8 bytes to both sockets of a pair. */
export async function relayLoop(url: string, name: string, plies: number): Promise<Loop> {
  const sockets = await Promise.all([0, 1].map(() => openSocket(`${url}/${name}`)));
  const frame = Buffer.from('8 bytes!');
  return {
    close: () => {
      for (const socket of sockets) socket.close();
    },
    run: (onMove) =>
      new Promise((resolve) => {
        let ply = 0;
        let heard = 0;
        let sentAt = 0;
        const play = () => {
          heard = 0;
          sentAt = performance.now();
          sockets[ply % 2]?.send(frame);
        };
        const hear = () => {
          heard += 1;
          if (heard < 2) return;
          onMove(performance.now() - sentAt);
          ply += 1;
          if (ply === plies) resolve();
          else play();
        };
        for (const socket of sockets) socket.on('message', hear);
        play();
      }),
  };
}

function openSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(socket));
    socket.on('error', reject);
  });
}
