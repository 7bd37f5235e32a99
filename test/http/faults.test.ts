import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RULES_HASH } from '@freeplay/shared/games';
import { Failure, OPERATION_IDS, OPERATIONS, type Operation } from '@freeplay/shared/protocol/http';
import { expect } from 'chai';
import express from 'express';
import { readConfig } from '../../server/config.ts';
import type { Flip } from '../../server/flip/routes.ts';
import { createApi } from '../../server/http/app.ts';
import { createIdentity } from '../../server/identity/identity.ts';
import { memoryLimits } from '../../server/limits/memory.ts';
import { Metrics } from '../../server/operators/metrics.ts';
import { PresenceBook } from '../../server/presence/presence.ts';
import { FLIP_METHODS, type FlipStore } from '../../server/store/flip/port.ts';
import { StoreUnavailable } from '../../server/store/port.ts';
import { failingPeople } from '../social/people.ts';
import { ManualClock } from '../support/clock.ts';
import { seeded, tokenOf } from './server.ts';

const SECRET = 'a detail that is nobody else’s business';

/** Flip Match over a store, matches and challenges of which every call ends as `fail` does. */
function failingFlip(fail: () => Promise<never>): Flip {
  const store = Object.fromEntries(FLIP_METHODS.map((method) => [method, fail])) as unknown as FlipStore; // by its own list
  return {
    store,
    startTeam: fail,
    matches: { startSolo: fail, startTeam: fail, active: fail },
    challenges: { create: fail, list: fail, read: fail, act: fail },
  };
}

describe('When the parts behind the HTTP door fail', () => {
  let http: Server;
  let logged: string[];
  let fault: Error;
  let clock: ManualClock;
  let warned: number;

  beforeEach(async () => {
    const config = readConfig({});
    if ('error' in config) throw new Error(config.error);
    clock = new ManualClock();
    const random = seeded('faults');
    const fail = () => Promise.reject(fault);
    const known = { byTokenHash: () => Promise.resolve(RECORD), byId: fail, create: fail, update: fail, seen: fail };
    logged = [];
    warned = 0;
    const note = (fields: object, message: string) => {
      logged.push(`${message} ${Object.values(fields).join(' ')}`);
    };
    const warn = (fields: object, message: string) => {
      warned += 1;
      note(fields, message);
    };
    const limits = memoryLimits(config.limits, clock);
    const presence = new PresenceBook(clock, () => {});
    const api = createApi({
      config,
      rooms: { enter: fail, act: fail, snapshot: fail, replay: fail, receipt: fail, history: fail },
      keys: { publicKeys: fail },
      seats: { seat: fail },
      flip: failingFlip(fail),
      people: failingPeople(fail, { clock, random, limits, presence }),
      metrics: new Metrics(),
      identity: createIdentity({ players: known, clock, random }),
      limits,
      presence,
      random,
      clock,
      log: { debug: note, info: note, warn, error: note },
      rulesOf: (game) => RULES_HASH[game] ?? null,
      ready: fail,
    });
    http = createServer(express().use(api)).listen(0, '127.0.0.1');
    await new Promise((resolve) => http.once('listening', resolve));
  });

  afterEach(() => new Promise((resolve) => http.close(resolve)));

  const BODIES: Readonly<Record<string, object>> = {
    openSession: { token: tokenOf('someone') },
    changeProfile: { challengesFrom: 'anyone' },
    enterRoom: { mode: 'public', game: 'five' },
    actInRoom: { kind: 'leave' },
    takeSeat: {},
    openChallenge: { mode: 'DUEL', opponent: 'somebody' },
    actOnChallenge: { kind: 'accept' },
    changeFriends: { name: 'somebody', kind: 'request' },
    openParty: {},
    joinParty: { code: 'code' },
    actInParty: { kind: 'leave' },
    ackNotices: { ack: 1 },
    takeInboxSeat: {},
    command: { text: 'status' },
  };
  const NEEDS_NOTHING = ['readCatalog', 'readDocument', 'readLiveDocument', 'checkHealth'];

  const call = (id: string, operation: Operation) =>
    fetch(
      `http://127.0.0.1:${(http.address() as AddressInfo).port}${operation.path.replace('{id}', id === 'readLeaderboard' ? 'duel' : 'room')}`,
      {
        method: operation.method.toUpperCase(),
        headers: {
          'x-player-token': tokenOf('someone'),
          ...(operation.body !== undefined && { origin: 'http://localhost:2567', 'content-type': 'application/json' }),
        },
        ...(operation.body !== undefined && { body: JSON.stringify(BODIES[id]) }),
      },
    );

  for (const id of OPERATION_IDS.filter((id) => !NEEDS_NOTHING.includes(id))) {
    for (const [title, error] of [
      ['a database that does not answer', new StoreUnavailable(SECRET)],
      ['a fault that nobody foresaw', new TypeError(SECRET)],
    ] as const) {
      it(`${id} answers 503 unavailable with Retry-After to ${title}, telling the operator alone`, async () => {
        fault = error;
        const response = await call(id, OPERATIONS[id]);
        const text = await response.text();
        expect(response.status, text).to.equal(503);
        expect(Failure.parse(JSON.parse(text)).error).to.equal('unavailable');
        expect(response.headers.get('retry-after')).to.equal('1');
        expect(response.headers.get('cache-control')).to.equal('no-store');
        expect(text).not.to.contain(SECRET);
        expect(logged.join()).to.contain(SECRET);
        expect(logged.join()).not.to.contain(tokenOf('someone'));
      });
    }
  }

  it('the operator reads each reason once a minute, not at each of a thousand requests that meet it', async () => {
    const meet = async (reason: string) => {
      fault = new StoreUnavailable(reason);
      expect((await call('readHistory', OPERATIONS.readHistory)).status).to.equal(503);
    };
    for (let times = 0; times < 3; times++) await meet('no answer');
    expect(warned).to.equal(1);
    await meet('the disk is full');
    await meet('no answer');
    expect(warned).to.equal(2);
    await clock.advance(60_000);
    await meet('no answer');
    expect(warned).to.equal(3);
    expect(logged).to.have.length(6);
  });

  it('health and the documents stand by themselves', async () => {
    fault = new StoreUnavailable(SECRET);
    for (const id of OPERATION_IDS.filter((id) => NEEDS_NOTHING.includes(id))) {
      expect((await call(id, OPERATIONS[id])).status, id).to.equal(200);
    }
  });
});

const RECORD = {
  player: 'p_0000000000000000000000',
  name: 'someone',
  preferredDifficulty: 'EASY',
  preferredTheme: 'random',
  challengesFrom: 'anyone',
  createdAt: 0,
  lastSeenAt: 0,
} as const;
