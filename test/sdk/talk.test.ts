import type { Freeplay, FreeplayOptions, Match, SaidLine } from '@freeplay/client-sdk';
import { expect } from 'chai';
import { failure, hastyClock, reaches } from './play.ts';
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

describe('SDK: the talk in a team match', () => {
  let server: LiveServer;

  before(async () => {
    server = await liveServer();
  });
  after(() => server.stop());

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
    expect(await ears.lines(3)).to.have.deep.members([
      [0, 'one'],
      [1, 'two'],
      [0, 'three'],
    ]);
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
