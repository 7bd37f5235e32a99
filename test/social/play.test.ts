import { expect } from 'chai';
import { Town } from './guests.ts';
import { Memory, playOut } from './memory.ts';

/** Not one request but text commands: what HTTP-only players can do with them. */
describe('Players who only type', () => {
  let town: Town;

  before(async () => {
    town = await Town.open();
  });
  after(() => town.server.stop());

  it('play a whole duel', async () => {
    const [ann, bob] = await town.people(2);
    await ann.says(`challenge ${bob.name} to memory snap`);
    const { room } = await bob.type('accept');
    const turns = await playOut([new Memory(ann), new Memory(bob)], (text) => text.includes(' points'));
    const over = await town.server.snapshot(ann.guest, room ?? '');
    expect(over.status).to.equal('finished');
    expect(over.state).to.deep.include({ turns });
    expect(over.state)
      .to.have.property('pairs')
      .that.satisfies(([first, second]: [number, number]) => first + second === 8);
    const told = await Promise.all([ann, bob].map(async (one) => (await one.notices()).items.map(({ kind }) => kind)));
    for (const kinds of told) expect(kinds).to.include('match-finished').and.include('your-turn');
    const stats = await Promise.all([ann, bob].map((one) => one.call('readProfile')));
    for (const { body } of stats) expect(body).to.have.nested.property('stats.duelGames', 1);
  });

  it('play a whole team match, with chat, a pass and a hint', async () => {
    const { members } = await town.party(2);
    const [ann, bob] = members;
    if (ann === undefined || bob === undefined) throw new Error('two');
    const { room } = await ann.type('start coop');
    const players = [new Memory(ann), new Memory(bob)] as const;
    expect(await players[0].type('hint')).to.match(/Hint: [A-F][1-6] :/);
    expect(await players[0].type('pass')).to.contain(`${bob.name}'s turn`);
    expect(await bob.says('say I start at the top')).to.contain('I start at the top');
    const turns = players.map(() => 0);
    for (let text = ''; !text.includes('Team Score'); ) {
      for (const [seat, player] of players.entries()) {
        text = await player.type('status');
        while (text.includes(`${members[seat]?.name}'s turn`)) {
          text = await player.turn();
          turns[seat] = (turns[seat] ?? 0) + 1;
        }
      }
    }
    const over = await town.server.snapshot(ann.guest, room ?? '');
    expect(over).to.deep.include({ status: 'finished', winner: null, reason: 'completed' });
    expect(over.state).to.deep.include({ turns });
    for (const member of members) {
      expect((await member.call('readProfile')).body).to.have.nested.property('stats.teamGamesPlayed', 1);
    }
  });

  it('play a race against a score, and one from scratch', async () => {
    const [ann, bob] = await town.people(2);
    const solo = new Memory(ann);
    await solo.type('start easy');
    while (!solo.text.includes('Completed in')) await solo.turn();
    for (const first of ['benchmark', 'direct']) {
      await ann.says(`challenge ${bob.name} to memory snap race`);
      const runs = [new Memory(bob)];
      await runs[0]?.type('accept');
      if (first === 'direct') {
        const own = new Memory(ann);
        await own.type('start');
        runs.push(own);
      }
      for (const run of runs) while (!run.text.includes('Completed in')) await run.turn();
    }
    const results = (await bob.notices()).items.filter(({ kind }) => kind === 'race-result');
    expect(results).to.have.length(2);
    expect((await bob.call('readProfile')).body).to.have.nested.property('stats.raceGames', 2);
  });
});
