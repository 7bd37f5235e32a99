import { type ArraySchema, Metadata, type SchemaType, schema, t } from '@colyseus/schema';
import type { WireState } from '@freeplay/shared/protocol';

/** Each game's `state` in compact types: the one place of the server that knows the shape of a game's position. */
const POSITIONS = {
  gravity: schema({ ...seats(), board: t.array('int8'), line: t.array('uint8') }, 'GravityPosition'),
  reversi: schema(
    { ...seats(), board: t.array('int8'), flipped: t.array('uint8'), skipped: t.boolean().default(false) },
    'ReversiPosition',
  ),
  boxes: schema({ ...seats(), edges: t.array('int8'), boxes: t.array('int8') }, 'BoxesPosition'),
  five: schema({ ...seats(), board: t.array('int8'), line: t.array('uint8') }, 'FivePosition'),
  solo: flip('SoloPosition'),
  duel: flip('DuelPosition'),
  'speed-race': flip('SpeedRacePosition'),
  'team-snap': flip('TeamSnapPosition'),
} as const;

function seats() {
  return { turn: t.int8().default(0), last: t.int8().default(-1) };
}

/** Flip Match as it travels: see its codec. */
function flip(name: string) {
  return schema(
    {
      ...seats(),
      size: t.uint8().default(0),
      difficulty: t.uint8().default(0),
      theme: t.string().default(''),
      cards: t.array('int8'),
      claimed: t.array('int8'),
      firstFlip: t.int8().default(-1),
      lastSeat: t.int8().default(-1),
      lastCells: t.array('uint8'),
      lastItems: t.array('uint8'),
      lastMatched: t.boolean().default(false),
      pairs: t.array('uint8'),
      turns: t.array('uint16'),
      turnMs: t.array('number'),
      timeouts: t.array('uint8'),
      streak: t.array('uint8'),
      bestStreak: t.array('uint8'),
      away: t.uint8().default(0),
      left: t.uint8().default(0),
      teamStreak: t.uint8().default(0),
      teamBestStreak: t.uint8().default(0),
      hintsLeft: t.uint8().default(0),
      hintsUsed: t.uint8().default(0),
      hintCell: t.int8().default(-1),
      hintItem: t.int8().default(-1),
      startedAt: t.float64().default(0),
      limitAt: t.float64().default(0),
      commitment: t.string().default(''),
      challenge: t.string().default(''),
      party: t.string().default(''),
      over: t.uint8().default(0),
      scores: t.array('number'),
      teamScore: t.int16().default(-1),
      tally: t.array('uint8'),
      seconds: t.number().default(0),
      sheets: t.array('number'),
    },
    name,
  );
}

/** The synchronised state of a match of one game: WireState in typed fields. */
function stateClass(game: keyof typeof POSITIONS) {
  return schema(
    {
      id: t.string().default(''),
      game: t.string().default(''),
      rules: t.string().default(''),
      mode: t.uint8().default(0),
      createdAt: t.float64().default(0),
      status: t.uint8().default(0),
      revision: t.number().default(0),
      players: t.array('string'),
      names: t.array('string'),
      ready: t.uint8().default(0),
      state: POSITIONS[game],
      dueBy: t.uint32().default(0),
      turnBy: t.uint32().default(0),
      matchBy: t.uint32().default(0),
      started: t.uint32().default(0),
      ended: t.uint32().default(0),
      winner: t.int8().default(-2),
      reason: t.uint8().default(0),
      plies: t.number().default(0),
      scores: t.array('int16'),
      hashHigh: t.uint32().default(0),
      hashLow: t.uint32().default(0),
      connected: t.uint8().default(0),
      presence: t.number().default(0),
      rematch: t.string().default(''),
      rematchOffers: t.uint8().default(0),
      rival: t.string().default(''),
      rivalStatus: t.uint8().default(0),
      rivalScore: t.number().default(-1),
    },
    `${game}State`,
  );
}

export type RoomState = SchemaType<ReturnType<typeof stateClass>>;

const STATES = new Map(
  (Object.keys(POSITIONS) as (keyof typeof POSITIONS)[]).map((game) => [game as string, stateClass(game)]),
);

/** Room names that can be served live: one per game. */
export const LIVE_GAMES: readonly string[] = [...STATES.keys()];

/** A field of a state: a type of @colyseus/schema by its name, a list, or fields in their turn. */
export type StateField =
  | string
  | { readonly items: StateField }
  | { readonly fields: Readonly<Record<string, StateField>> };

/** The fields of a game's state by name. Throws for a game that has no schema. */
export function stateFields(game: string): Readonly<Record<string, StateField>> {
  return fieldsOf(STATES.get(game) ?? noSchema(game));
}

/** The fields of a schema class by name. */
export function fieldsOf(State: unknown): Readonly<Record<string, StateField>> {
  return Object.fromEntries(
    Object.entries<unknown>(Metadata.getFields(State)).map(([name, type]) => [name, fieldOf(type)]),
  );
}

/** As the framework keeps it: the name of a type, `{array: name}`, or the class of a nested schema. */
function fieldOf(type: unknown): StateField {
  if (typeof type === 'string') return type;
  if (typeof type === 'object' && type !== null && 'array' in type) return { items: fieldOf(type.array) };
  return { fields: fieldsOf(type) };
}

function noSchema(game: string): never {
  throw new Error(`no room schema for ${game}`);
}

/** A room's synchronised state, and what was last written to it: plain values are cheaper to compare with than its fields. */
export class SharedState {
  readonly state: RoomState;
  #written: WireState;

  /** Throws for a game that has no schema. */
  constructor(wire: WireState) {
    const State = STATES.get(wire.game) ?? noSchema(wire.game);
    this.state = new State();
    this.#written = wire;
    assign(this.state, {}, wire);
  }

  /** Writes what differs, and nothing else: only that travels. */
  write(wire: WireState): void {
    assign(this.state, this.#written, wire);
    this.#written = wire;
  }
}

function assign(target: object, before: object, after: object): void {
  const fields = target as Record<string, unknown>; // Schema fields by name: all three have the same ones.
  const known = before as Record<string, unknown>;
  for (const [name, value] of Object.entries(after)) {
    const current = known[name];
    if (current === value) continue;
    if (Array.isArray(value)) {
      assignItems(fields[name] as ArraySchema<number | string>, (current ?? []) as readonly unknown[], value);
    } else if (typeof value === 'object' && value !== null) assign(fields[name] as object, current ?? {}, value);
    else fields[name] = value;
  }
}

type Items = readonly (number | string)[];

function assignItems(target: ArraySchema<number | string>, before: readonly unknown[], after: Items): void {
  for (let i = 0; i < after.length; i++) {
    const item = after[i];
    if (item !== undefined && before[i] !== item) target[i] = item;
  }
  for (let extra = before.length - after.length; extra > 0; extra--) target.pop();
}
