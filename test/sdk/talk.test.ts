import type { Fetch, Freeplay, FreeplayOptions, Match, SaidLine } from '@freeplay/client-sdk';
import { expect } from 'chai';
import { failure, hastyClock, reaches, until } from './play.ts';
import { type LiveServer, liveServer } from './server.ts';

/** What a match has told of its party's talk, and a way to wait for it. */
class Ears {
  readonly heard: SaidLine[] = [];
  #wake: (() => void)[] = [];

  constructor(match: Match) {
    match.on('said', (line) => {
      this.heard.push(line);
      for (const wake of this.#wake.splice(0)) wake();
    });
  }

  /** Resolves once so many lines were heard, with all of them by seat. */
  async lines(count: number): Promise<readonly (readonly [number, string])[]> {
    while (this.heard.length < count) await new Promise<void>((resolve) => this.#wake.push(resolve));
    return this.heard.map(({ seat, text }) => [seat, text] as const);
  }
}

/** A server of which the party alone can be held up or be away. */
class PartyDoor {
  /** What becomes of each reading of the party from now on. */
  next: 'pass' | 'hold' | 'fail' = 'pass';
  readonly held: (() => void)[] = [];
  most = 0;
  #open = 0;
  #tell: () => void = () => undefined;

  readonly fetch: Fetch = async (url, init) => {
    if (init.method !== 'GET' || !url.endsWith('/parties/mine')) return globalThis.fetch(url, init);
    const how = this.next;
    if (how === 'fail') throw new TypeError('the party is away');
    this.most = Math.max(this.most, ++this.#open);
    try {
      const answer = await globalThis.fetch(url, init);
      if (how === 'hold') {
        await new Promise<void>((resolve) => {
          this.held.push(resolve);
          this.#tell();
        });
      }
      return answer;
    } finally {
      this.#open -= 1;
    }
  };

  /** Resolves once a reading is held up, with what the server had answered by then. */
  async holds(): Promise<void> {
    while (this.held.length === 0) await new Promise<void>((resolve) => (this.#tell = resolve));
  }

  release(): void {
    this.next = 'pass';
    for (const release of this.held.splice(0)) release();
  }
}

/** No answer is given up: a test that waits for one that is held up says so by waiting. */
function patientClock() {
  const clock = hastyClock(10);
  return { ...clock, after: (ms: number, fn: () => void) => clock.after(ms === 10_000 ? 36_000_000 : ms, fn) };
}

describe('SDK: the talk in a team match', () => {
  let server: LiveServer;
  /** Lets go what a test holds up, also when it fails. */
  const held: (() => void)[] = [];

  before(async () => {
    server = await liveServer();
  });
  afterEach(() => {
    for (const release of held.splice(0)) release();
  });
  after(() => server.stop());

  const partyDoor = () => {
    const door = new PartyDoor();
    held.push(() => door.release());
    return door;
  };

  const person = (options: Partial<FreeplayOptions> = {}): Freeplay =>
    server.client({ clock: hastyClock(10), ...options });

  /** A party of two and its match, which the second follows as `options` say. */
  async function team(options: Partial<FreeplayOptions> = {}) {
    const [ann, bob] = [person(), person(options)];
    const party = await ann.flip.openParty();
    await bob.flip.joinParty(party.code);
    await ann.flip.actInParty(party.id, { kind: 'say', text: 'before the match' });
    const first = await ann.flip.team({ difficulty: 'EASY' });
    const second = bob.match(first.id);
    await Promise.all([reaches(first, 'live'), reaches(second, options.transport === 'polling' ? 'polling' : 'live')]);
    return { ann, bob, party, first, second };
  }

  it('is heard live by all of its players, once each, by the seat of who spoke; also from beside the match', async () => {
    const { bob, party, first, second } = await team();
    const ears = [new Ears(first), new Ears(second)] as const;
    await first.say('A1 is a 🦁');
    await bob.flip.actInParty(party.id, { kind: 'say', text: 'B1 too' });
    const cid = person();
    await cid.flip.joinParty(party.code);
    await cid.flip.actInParty(party.id, { kind: 'say', text: 'good luck' });
    for (const one of ears) {
      expect(await one.lines(3)).deep.equal([
        [0, 'A1 is a 🦁'],
        [1, 'B1 too'],
        [-1, 'good luck'],
      ]);
    }
    const { said } = await bob.flip.party();
    expect(ears[1].heard.map(({ at }) => at)).deep.equal(said.slice(1).map(({ at }) => at));
  });

  it('goes over HTTP for who polls, and is read from the party: nothing of before, nothing twice', async () => {
    const { first, second } = await team({ transport: 'polling' });
    const ears = [new Ears(first), new Ears(second)] as const;
    await first.say('do you see me?');
    expect(await ears[1].lines(1)).deep.equal([[0, 'do you see me?']]);
    await second.say('I do');
    expect(await ears[1].lines(2), 'the own line comes with its answer').to.have.length(2);
    await first.say('fine');
    for (const one of ears) {
      expect(await one.lines(3)).deep.equal([
        [0, 'do you see me?'],
        [1, 'I do'],
        [0, 'fine'],
      ]);
    }
  });

  it('misses nothing that was said while a socket was mended', async () => {
    const { bob, party, first } = await team();
    const ears = new Ears(first);
    await first.say('one');
    await ears.lines(1);
    const down = reaches(first, 'reconnecting');
    await server.restart();
    await down;
    await bob.flip.actInParty(party.id, { kind: 'say', text: 'two' });
    await reaches(first, 'live');
    await first.say('three');
    expect(await ears.lines(3)).deep.equal([
      [0, 'one'],
      [1, 'two'],
      [0, 'three'],
    ]);
  });

  it('is told in its order by a new socket, though what was said before comes after what is pushed', async () => {
    const door = partyDoor();
    const { ann, party, second } = await team({ fetch: door.fetch, clock: patientClock() });
    const ears = new Ears(second);
    await second.say('one');
    await ears.lines(1);
    const down = reaches(second, 'reconnecting');
    door.next = 'hold';
    await server.restart();
    await down;
    await ann.flip.actInParty(party.id, { kind: 'say', text: 'two' });
    await door.holds();
    await second.say('three');
    door.release();
    expect((await ears.lines(3)).map(([, text]) => text)).deep.equal(['one', 'two', 'three']);
  });

  it('is read again by a new socket until that succeeds; what is pushed does not wait for more than one try', async () => {
    const door = partyDoor();
    const { ann, party, second } = await team({ fetch: door.fetch });
    const ears = new Ears(second);
    const down = reaches(second, 'reconnecting');
    door.next = 'fail';
    await server.restart();
    await down;
    await ann.flip.actInParty(party.id, { kind: 'say', text: 'one' });
    await reaches(second, 'live');
    await second.say('two');
    expect((await ears.lines(1)).map(([, text]) => text)).deep.equal(['two']);
    door.release();
    expect((await ears.lines(2)).map(([, text]) => text)).deep.equal(['two', 'one']);
  });

  it('holds up no poll, however long it is read, and is read by one request at a time', async () => {
    const door = partyDoor();
    const { first, second } = await team({ transport: 'polling', fetch: door.fetch, clock: patientClock() });
    const ears = new Ears(second);
    door.next = 'hold';
    await door.holds();
    await first.say('while you wait');
    for (let flips = 0; flips < 2; flips++) {
      const { revision } = await first.move(first.snapshot?.legal[0] ?? -1);
      await until(second, (shown) => shown.revision >= revision);
    }
    expect(door.held).to.have.length(1);
    door.release();
    expect(await ears.lines(1)).deep.equal([[0, 'while you wait']]);
    expect(door.most).equal(1);
  });

  it('is told no more once the match is gone, also not the own line that was under way', async () => {
    let answer: () => void = () => undefined;
    let gone = false;
    const { second } = await team({
      transport: 'polling',
      clock: patientClock(),
      async fetch(url, init) {
        if (gone && url.includes('/rooms/')) {
          return Response.json({ error: 'not-found', message: 'There is no such match.' }, { status: 404 });
        }
        const reply = await globalThis.fetch(url, init);
        if (init.body?.includes('"say"')) {
          gone = true;
          await new Promise<void>((resolve) => {
            answer = resolve;
            held.push(resolve);
          });
        }
        return reply;
      },
    });
    const ears = new Ears(second);
    const said = second.say('hello?');
    await reaches(second, 'gone');
    answer();
    await said;
    expect(ears.heard).deep.equal([]);
  });

  for (const transport of ['live', 'polling'] as const) {
    it(`refuses what is no line, and speech where there is no party: ${transport}`, async () => {
      const { bob, party, second } = await team({ transport });
      expect(await failure(second.say('two\nlines'))).to.include({ code: 'bad-request' });
      await bob.flip.actInParty(party.id, { kind: 'leave' });
      expect(await failure(second.say('still here?'))).to.include({ code: 'not-found' });
      const solo = await bob.flip.solo({ difficulty: 'EASY' });
      expect(await failure(solo.say('hello?'))).to.include({ code: 'not-found' });
      solo.close();
      expect(await failure(solo.say('hello?'))).to.include({ code: 'closed' });
    });
  }

  it('is said once: where the answer is lost, its sender is told and nothing is sent again', async () => {
    let posted = 0;
    const { second, ann } = await team({
      transport: 'polling',
      async fetch(url, init) {
        const answer = await globalThis.fetch(url, init);
        if (init.body?.includes('"say"')) {
          posted += 1;
          throw new TypeError('the answer is lost');
        }
        return answer;
      },
    });
    expect(await failure(second.say('only once'))).to.include({ code: 'unreachable', fateUnknown: true });
    expect(posted).equal(1);
    const { said } = await ann.flip.party();
    expect(said.map(({ text }) => text)).deep.equal(['before the match', 'only once']);
  });
});
