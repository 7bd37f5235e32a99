import type { Clocks } from '@freeplay/shared/engine';
import type { LimitRules } from './limits/port.ts';

/**
 * The service's settings, each from one environment variable. Durations are milliseconds; in limits and clocks
 * 0 means unlimited or no such clock; null means not set.
 */
export interface Config {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  readonly publicOrigin: string | null;
  readonly allowedOrigins: readonly string[];
  /** How many proxies in front of this process write X-Forwarded-For. */
  readonly trustProxy: number;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly redisUrl: string | null;
  /** Where clients reach this very process, `host[:port][/path]`. */
  readonly publicAddress: string | null;
  readonly receiptKeyFile: string | null;
  readonly adminPort: number | null;
  readonly monitor: { readonly user: string; readonly password: string } | null;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly drain: number;
  /** A match that nobody has touched for this long leaves the memory. */
  readonly hot: number;
  readonly clocks: Clocks;
  readonly capacity: { readonly rooms: number; readonly flipMatches: number; readonly scoreEntries: number };
  readonly limits: LimitRules;
  /** Frames that a WebSocket may send in one second; 0 = unlimited. */
  readonly framesPerSecond: number;
  readonly scoreEntriesPerHour: number;
  /** How long an ended match is kept; 0 = for ever. */
  readonly history: number;
  readonly flip: {
    readonly duelTurn: number;
    readonly teamIdle: number;
    readonly absent: number;
    readonly challenge: number;
  };
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MOST = 1_000_000_000;
/** Seconds, some 11 days: the clocks of a match in a row fit the 32 bits in which a live room counts its milliseconds. */
const LONGEST_CLOCK = 1_000_000;

type Env = Readonly<Record<string, string | undefined>>;

/** A variable's text (trimmed, not empty) as a value, or null when it is wrong. */
type Parse<T> = (text: string) => T | null;

/** The settings in `env`, or one sentence that names the first wrong variable. */
export function readConfig(env: Env = process.env): Config | { readonly error: string } {
  const faults: string[] = [];
  const config = settings(env, faults);
  return faults[0] === undefined ? config : { error: faults[0] };
}

/** A table, one entry per variable: its name, its default, its shape. A wrong one is noted and reads as its default. */
function settings(env: Env, faults: string[]): Config {
  const read = <T, D>(name: string, fallback: D, parse: Parse<T>, shape: string): T | D => {
    const text = env[name]?.trim() ?? '';
    if (text === '') return fallback;
    const value = parse(text);
    if (value === null) faults.push(`${name} must be ${shape}.`);
    return value ?? fallback;
  };
  const text = (name: string) => read<string, null>(name, null, (value) => value, 'text');
  const whole = <D>(name: string, fallback: D, least = 0, most = MOST) =>
    read(name, fallback, integer(least, most), `a whole number from ${least} to ${most}`);
  const seconds = (name: string, fallback: number, least = 0) => whole(name, fallback, least) * SECOND;
  const clock = (name: string, fallback: number) => whole(name, fallback, 0, LONGEST_CLOCK) * SECOND;
  const url = (name: string, ...schemes: readonly string[]) =>
    read<string, null>(name, null, urlOf(schemes), `a URL that starts with ${schemes.join(' or ')}//`);

  const production =
    read('NODE_ENV', 'development', oneOf(['development', 'production', 'test']), 'development, production or test') ===
    'production';
  const port = whole('PORT', 2567, 0, 65535);
  const publicOrigin = read<string, null>('PUBLIC_ORIGIN', null, origin, 'an origin such as https://play.example');
  const origins = read<readonly string[], null>(
    'ALLOWED_ORIGINS',
    null,
    originList,
    'origins such as https://play.example, separated by commas',
  );
  const user = text('MONITOR_USER');
  const password = text('MONITOR_PASSWORD');
  if ((user === null) !== (password === null)) faults.push('MONITOR_USER and MONITOR_PASSWORD must be set together.');
  if (production && publicOrigin === null && origins === null) {
    faults.push('PUBLIC_ORIGIN must be set in production, since writes are refused from every other origin.');
  }

  const databaseUrl = url('DATABASE_URL', 'postgresql:', 'postgres:');
  const receiptKeyFile = text('RECEIPT_KEY_FILE');
  if (databaseUrl !== null && receiptKeyFile === null) {
    faults.push('RECEIPT_KEY_FILE must be set with DATABASE_URL, since all processes sign receipts with one key.');
  }

  return {
    production,
    port,
    host: text('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    publicOrigin,
    allowedOrigins: origins ?? defaultOrigins(publicOrigin, port),
    trustProxy: whole('TRUST_PROXY', 0, 0, 16),
    dataDir: text('DATA_DIR') ?? './data',
    databaseUrl,
    redisUrl: url('REDIS_URL', 'redis:', 'rediss:'),
    publicAddress: read<string, null>('PUBLIC_ADDRESS', null, address, 'host[:port][/path] without a scheme'),
    receiptKeyFile,
    adminPort: whole('ADMIN_PORT', null, 0, 65535),
    monitor: user !== null && password !== null ? { user, password } : null,
    logLevel: read('LOG_LEVEL', 'info', oneOf(LOG_LEVELS), `one of ${LOG_LEVELS.join(', ')}`),
    drain: seconds('DRAIN_SECONDS', 30),
    hot: seconds('HOT_SECONDS', 60, 1),
    clocks: {
      queue: clock('QUEUE_SECONDS', 600),
      ready: clock('READY_SECONDS', 90),
      turn: clock('TURN_SECONDS', 60),
      match: clock('MATCH_SECONDS', 1800),
    },
    capacity: {
      rooms: whole('MAX_ACTIVE_ROOMS', 200),
      flipMatches: whole('MAX_FLIP_MATCHES', 2000),
      scoreEntries: whole('SCORE_ENTRIES_OPEN', 10_000),
    },
    limits: {
      action: { max: whole('ACTIONS_PER_MINUTE', 90), window: MINUTE },
      room: { max: whole('ROOM_REQUESTS_PER_HOUR', 60), window: HOUR },
      session: { max: whole('SESSIONS_PER_HOUR', 12), window: HOUR },
      read: { max: whole('READS_PER_MINUTE', 600), window: MINUTE },
    },
    framesPerSecond: whole('FRAMES_PER_SECOND', 30),
    scoreEntriesPerHour: whole('SCORE_ENTRIES_PER_HOUR', 30),
    history: whole('HISTORY_DAYS', 30, 0, 36_500) * DAY,
    flip: {
      duelTurn: seconds('DUEL_TURN_SECONDS', 300),
      teamIdle: seconds('TEAM_IDLE_SECONDS', 120),
      absent: seconds('ABSENT_SECONDS', 86_400),
      challenge: seconds('CHALLENGE_SECONDS', 86_400, 1),
    },
  };
}

function defaultOrigins(publicOrigin: string | null, port: number): readonly string[] {
  return publicOrigin === null ? [`http://localhost:${port}`, `http://127.0.0.1:${port}`] : [publicOrigin];
}

function integer(least: number, most: number): Parse<number> {
  return (text) => {
    const value = Number(text);
    return /^\d{1,10}$/.test(text) && value >= least && value <= most ? value : null;
  };
}

function oneOf<T extends string>(values: readonly T[]): Parse<T> {
  return (text) => values.find((value) => value === text) ?? null;
}

function urlOf(schemes: readonly string[]): Parse<string> {
  return (text) => (URL.canParse(text) && schemes.includes(new URL(text).protocol) ? text : null);
}

/** Browsers send origins in this exact form, and it is compared as text. */
const origin: Parse<string> = (text) => {
  if (!/^https?:/.test(text) || !URL.canParse(text)) return null;
  return new URL(text).origin === text ? text : null;
};

const originList: Parse<readonly string[]> = (text) => {
  const origins = text.split(',').map((item) => origin(item.trim()));
  return origins.includes(null) ? null : origins.filter((item) => item !== null);
};

const address: Parse<string> = (text) =>
  URL.canParse(`http://${text}`) && /^[^\s:/]+(:\d{1,5})?(\/[^\s?#]*)?$/.test(text) ? text : null;
