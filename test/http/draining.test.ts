import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Freeplay } from '@freeplay/client-sdk';
import { Failure } from '@freeplay/shared/protocol/http';
import { expect } from 'chai';
import { type LiveServer, liveServer, ORIGIN } from '../sdk/server.ts';
import { tokenOf } from './server.ts';

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: unknown;
}

describe('While a process goes down, a request for a match', () => {
  let server: LiveServer;
  let guests = 0;

  before(async () => {
    server = await liveServer();
  });
  after(() => server.stop());

  const guest = async () => {
    const token = tokenOf(`draining ${++guests}`);
    const client = server.client({ token, transport: 'polling' });
    return { token, client, ...(await client.session()) };
  };
  type Guest = Awaited<ReturnType<typeof guest>>;

  /** A write whose head is with the server; the returned function sends its body and resolves with the answer. */
  const begun = async ({ token }: Guest, path: string, json: object): Promise<() => Promise<Answer>> => {
    const body = JSON.stringify(json);
    const sent = request(`${server.url}/api/multiplayer${path}`, {
      method: 'POST',
      headers: {
        ...{ origin: ORIGIN, 'x-player-token': token, 'content-type': 'application/json' },
        ...{ 'content-length': body.length, expect: '100-continue' },
      },
    });
    await once(sent, 'continue');
    return async () => {
      const answered = once(sent, 'response');
      sent.end(body);
      const [response]: IncomingMessage[] = await answered;
      if (response === undefined) throw new Error('no answer');
      const { statusCode = 0, headers } = response;
      return { status: statusCode, retryAfter: headers['retry-after'], body: JSON.parse(await text(response)) };
    };
  };
  /** What each is answered whose body comes once the process is going down; a new one runs when it resolves. */
  const late = async (requests: readonly (() => Promise<Answer>)[]): Promise<readonly Answer[]> => {
    const restarted = server.restart();
    const answers = await Promise.all(requests.map((send) => send()));
    await restarted;
    return answers;
  };
  const challenged = async (by: Guest, of: Guest, mode: 'DUEL' | 'SPEED_RACE') =>
    (await by.client.flip.challenge({ mode, opponent: of.name, difficulty: 'EASY' })).id;
  const solo = async ({ client }: Guest) => (await client.flip.solo({ difficulty: 'EASY' })).id;
  const statusOf = async (client: Freeplay, room: string) =>
    (await client.history()).rooms.find(({ id }) => id === room)?.status;

  it('is told to come back, and nothing is given up, joined or counted for it', async () => {
    const [ann, bob, cid, dee, eve, fay, gus, hal] = await Promise.all(Array.from({ length: 8 }, guest));
    if (!ann || !bob || !cid || !dee || !eve || !fay || !gus || !hal) throw new Error('eight guests');
    const games = await Promise.all([ann, bob, cid, eve].map(solo));
    const duel = await challenged(dee, bob, 'DUEL');
    const race = await challenged(cid, dee, 'SPEED_RACE');
    await dee.client.flip.answer(race, { kind: 'accept' });
    const { code } = await eve.client.flip.openParty();
    await fay.client.flip.joinParty(code);
    const { snapshot } = await gus.client.invite('gravity');
    const waiting = await hal.client.queue('reversi');

    const answers = await late(
      await Promise.all([
        begun(ann, '/rooms', { game: 'solo' }),
        begun(bob, `/flip/challenges/${duel}`, { kind: 'accept' }),
        begun(cid, `/flip/challenges/${race}`, { kind: 'start' }),
        begun(eve, '/rooms', { game: 'team-snap' }),
        begun(ann, '/rooms', { game: 'five', mode: 'public' }),
        begun(bob, '/rooms', { game: 'five', mode: 'private' }),
        begun(hal, '/rooms', { mode: 'join', room: snapshot?.invite ?? '' }),
      ]),
    );

    for (const { status, retryAfter, body } of answers) {
      expect([status, Failure.parse(body).error], JSON.stringify(body)).deep.equal([503, 'draining']);
      expect(retryAfter).to.match(/^[1-9]\d*$/);
    }
    for (const [index, { client }] of [ann, bob, cid, eve].entries()) {
      expect(await statusOf(client, games[index] ?? '')).to.equal('playing');
    }
    expect((await bob.client.flip.readChallenge(duel)).status).to.equal('PENDING');
    expect(await cid.client.flip.readChallenge(race)).to.have.nested.property('runs[0].status', 'not-started');
    expect(await statusOf(hal.client, waiting.id)).to.equal('waiting');
    expect((await ann.client.history()).rooms).to.have.length(1);
  });

  it('that one is in already is answered as ever; a rematch can be asked for at the next process', async () => {
    const [ann, bob] = [await guest(), await guest()];
    const first = await ann.client.invite('gravity');
    const { snapshot } = await bob.client.join(first.snapshot?.invite ?? '');
    const id = snapshot?.id ?? '';
    for (const match of [ann.client.match(id), bob.client.match(id)]) await match.ready();
    await bob.client.match(id).leave();
    const cid = await guest();
    const waiting = await cid.client.invite('boxes');

    const [resumed, rematch] = await late(
      await Promise.all([
        begun(cid, '/rooms', { game: 'five', mode: 'public' }),
        begun(ann, `/rooms/${id}`, { kind: 'rematch' }),
      ]),
    );
    expect(resumed).to.have.nested.property('body.id', waiting.id);
    expect([rematch?.status, Failure.parse(rematch?.body).error]).deep.equal([503, 'draining']);
    await ann.client.match(id).rematch();
    expect((await bob.client.match(id).rematch()).rematch).to.be.a('string');
  });
});
