import { expect } from 'chai';
import { type Config, readConfig } from '../../server/config.ts';

function valid(env: Record<string, string>): Config {
  const config = readConfig(env);
  if ('error' in config) throw new Error(config.error);
  return config;
}

function errorOf(env: Record<string, string>): string {
  const config = readConfig(env);
  return 'error' in config ? config.error : 'accepted';
}

describe('Configuration', () => {
  it('has the defaults of the specification, durations in milliseconds', () => {
    expect(valid({})).to.deep.equal({
      production: false,
      port: 2567,
      host: '127.0.0.1',
      publicOrigin: null,
      allowedOrigins: ['http://localhost:2567', 'http://127.0.0.1:2567'],
      trustProxy: 0,
      dataDir: './data',
      databaseUrl: null,
      redisUrl: null,
      publicAddress: null,
      receiptKeyFile: null,
      adminPort: null,
      monitor: null,
      logLevel: 'info',
      drain: 30_000,
      hot: 60_000,
      clocks: { queue: 600_000, ready: 90_000, turn: 60_000, match: 1_800_000 },
      capacity: { rooms: 200, flipMatches: 2000, scoreEntries: 10_000 },
      limits: {
        action: { max: 90, window: 60_000 },
        room: { max: 60, window: 3_600_000 },
        session: { max: 12, window: 3_600_000 },
        read: { max: 600, window: 60_000 },
      },
      framesPerSecond: 30,
      scoreEntriesPerHour: 30,
      history: 2_592_000_000,
      flip: { duelTurn: 300_000, teamIdle: 120_000, absent: 86_400_000, challenge: 86_400_000 },
    });
  });

  it('takes an empty variable for one that is not set', () => {
    expect(valid({ PORT: '', QUEUE_SECONDS: ' ', PUBLIC_ORIGIN: '' })).to.deep.equal(valid({}));
  });

  it('reads every variable', () => {
    const config = valid({
      NODE_ENV: 'production',
      PORT: '80',
      HOST: '::1',
      PUBLIC_ORIGIN: 'https://play.example',
      ALLOWED_ORIGINS: 'https://play.example, http://localhost:5173',
      TRUST_PROXY: '2',
      DATA_DIR: '/var/lib/freeplay',
      DATABASE_URL: 'postgresql://u:p@db/freeplay',
      REDIS_URL: 'rediss://cache:6380',
      PUBLIC_ADDRESS: 'a.play.example:443/one',
      RECEIPT_KEY_FILE: '/run/key',
      ADMIN_PORT: '9000',
      MONITOR_USER: 'ops',
      MONITOR_PASSWORD: 'secret',
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: '5',
      HOT_SECONDS: '7',
      QUEUE_SECONDS: '1',
      READY_SECONDS: '2',
      TURN_SECONDS: '3',
      MATCH_SECONDS: '4',
      MAX_ACTIVE_ROOMS: '5',
      MAX_FLIP_MATCHES: '6',
      SCORE_ENTRIES_OPEN: '7',
      ACTIONS_PER_MINUTE: '8',
      ROOM_REQUESTS_PER_HOUR: '9',
      SESSIONS_PER_HOUR: '10',
      READS_PER_MINUTE: '11',
      FRAMES_PER_SECOND: '11',
      SCORE_ENTRIES_PER_HOUR: '12',
      HISTORY_DAYS: '13',
      DUEL_TURN_SECONDS: '14',
      TEAM_IDLE_SECONDS: '15',
      ABSENT_SECONDS: '16',
      CHALLENGE_SECONDS: '17',
    });
    expect(config).to.deep.equal({
      production: true,
      port: 80,
      host: '::1',
      publicOrigin: 'https://play.example',
      allowedOrigins: ['https://play.example', 'http://localhost:5173'],
      trustProxy: 2,
      dataDir: '/var/lib/freeplay',
      databaseUrl: 'postgresql://u:p@db/freeplay',
      redisUrl: 'rediss://cache:6380',
      publicAddress: 'a.play.example:443/one',
      receiptKeyFile: '/run/key',
      adminPort: 9000,
      monitor: { user: 'ops', password: 'secret' },
      logLevel: 'warn',
      drain: 5000,
      hot: 7000,
      clocks: { queue: 1000, ready: 2000, turn: 3000, match: 4000 },
      capacity: { rooms: 5, flipMatches: 6, scoreEntries: 7 },
      limits: {
        action: { max: 8, window: 60_000 },
        room: { max: 9, window: 3_600_000 },
        session: { max: 10, window: 3_600_000 },
        read: { max: 11, window: 60_000 },
      },
      framesPerSecond: 11,
      scoreEntriesPerHour: 12,
      history: 13 * 86_400_000,
      flip: { duelTurn: 14_000, teamIdle: 15_000, absent: 16_000, challenge: 17_000 },
    });
  });

  it('allows the public origin when no others are listed', () => {
    expect(valid({ PUBLIC_ORIGIN: 'https://play.example' }).allowedOrigins).to.deep.equal(['https://play.example']);
  });

  it('listens on every address in production, and asks for an origin there', () => {
    expect(valid({ NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://play.example' }).host).to.equal('0.0.0.0');
    expect(errorOf({ NODE_ENV: 'production' })).to.match(/^PUBLIC_ORIGIN must /);
  });

  const numbers = [
    ...['PORT', 'TRUST_PROXY', 'ADMIN_PORT', 'DRAIN_SECONDS', 'HOT_SECONDS', 'QUEUE_SECONDS', 'READY_SECONDS'],
    ...['TURN_SECONDS', 'MATCH_SECONDS', 'MAX_ACTIVE_ROOMS', 'MAX_FLIP_MATCHES', 'SCORE_ENTRIES_OPEN'],
    ...['ACTIONS_PER_MINUTE', 'ROOM_REQUESTS_PER_HOUR', 'SESSIONS_PER_HOUR', 'READS_PER_MINUTE'],
    ...[
      'FRAMES_PER_SECOND',
      'SCORE_ENTRIES_PER_HOUR',
      'HISTORY_DAYS',
      'DUEL_TURN_SECONDS',
      'TEAM_IDLE_SECONDS',
      'ABSENT_SECONDS',
    ],
    'CHALLENGE_SECONDS',
  ];
  const clocks = ['QUEUE_SECONDS', 'READY_SECONDS', 'TURN_SECONDS', 'MATCH_SECONDS'];
  const notNumbers = ['-1', '1.5', 'many', '1e3', '0x10', '99999999999', 'NaN'];
  const wrong: Record<string, readonly string[]> = {
    ...Object.fromEntries(numbers.map((name) => [name, notNumbers])),
    // Together longer than a live room's state can say.
    ...Object.fromEntries(clocks.map((name) => [name, [...notNumbers, '1000001']])),
    NODE_ENV: ['prod'],
    LOG_LEVEL: ['loud', 'INFO'],
    PUBLIC_ORIGIN: ['play.example', 'https://play.example/', 'https://play.example/x', 'ftp://play.example', '*'],
    ALLOWED_ORIGINS: ['*', 'https://a.example,b.example', 'https://a.example,', 'null'],
    DATABASE_URL: ['mysql://db/x', 'freeplay.db'],
    REDIS_URL: ['http://cache', 'cache:6379'],
    PUBLIC_ADDRESS: ['https://a.example', 'a b', 'a.example:port'],
    MONITOR_USER: ['ops'],
    MONITOR_PASSWORD: ['secret'],
  };
  for (const [name, values] of Object.entries(wrong)) {
    it(`refuses a wrong ${name} in one sentence that names it`, () => {
      for (const value of values)
        expect(errorOf({ [name]: value }), value).to.match(new RegExp(`\\b${name}\\b[^.]* must `));
    });
  }

  it('repeats no value, which might be a secret', () => {
    expect(errorOf({ DATABASE_URL: 'mysql://user:hunter2@db' })).not.to.contain('hunter2');
    expect(errorOf({ MONITOR_PASSWORD: 'hunter2' })).not.to.contain('hunter2');
  });
});
