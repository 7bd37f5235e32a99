import { HELP, MENU, NO_PARTY } from '@freeplay/shared/games/flip/console';
import { expect } from 'chai';
import { accepted, type Somebody, Town } from './guests.ts';
import { Memory } from './memory.ts';

const NO_GAME = 'You are in no game. Say "start" to play alone, or "menu" for the multiplayer menu.';
const HOUR = 3_600_000;

/** Each with what it is to show; all over HTTP alone, on the whole server. */
describe('The text console', () => {
  let town: Town;

  before(async () => {
    town = await Town.open();
  });
  after(() => town.server.stop());

  /** Two in a duel of the console's own making; the first moves. */
  const duel = async (): Promise<[Somebody, Somebody]> => {
    const [ann, bob] = await town.people(2);
    await ann.says(`challenge ${bob.name} to memory snap`);
    expect(await bob.says('accept')).to.contain(`Waiting for ${ann.name} to play...`);
    return [ann, bob];
  };
  const team = async () => {
    const { members, party } = await town.party(2);
    const [ann, bob] = members;
    if (ann === undefined || bob === undefined) throw new Error('two');
    expect(await ann.says('start team snap')).to.contain('Team Snap (2 players)');
    return { ann, bob, party };
  };
  const completed = async (ann: Somebody) => {
    const memory = new Memory(ann);
    await memory.type('start easy animals');
    while (!/Completed in/.test(memory.text)) await memory.turn();
    return memory.text;
  };

  it('`help` lists every command', async () => {
    const ann = await town.somebody();
    expect(await ann.says(' HELP ')).to.equal(HELP);
  });

  it('`menu` shows the multiplayer menu of the source, and a number chooses its line', async () => {
    const [ann, bob] = await town.friends();
    expect(await ann.says('menu')).to.equal(MENU);
    expect(await ann.says('1')).to.equal(
      `Your friends:\n  ${bob.name} (online)\n\nSay "challenge {name} to memory snap" to start a duel.`,
    );
    expect(await ann.says('2')).to.contain('Say "challenge {name} to memory snap race" to start a Speed Race.');
    expect(await ann.says('3'))
      .to.contain('Say "start team snap"')
      .and.contain(NO_PARTY);
    expect(await ann.says('4')).to.equal(NO_GAME);
    expect(await ann.says('5')).to.contain(MENU);
    expect(await (await town.somebody()).says('1')).to.equal('Say "challenge {name} to memory snap" to start a duel.');
  });

  it('an unknown command is answered with the nearest', async () => {
    const ann = await town.somebody();
    expect(await ann.says('statsu')).to.contain('Did you mean "status"?');
    expect(await ann.says('start teamsnap')).to.contain('Did you mean "start team snap"?');
    expect((await ann.call('command', { text: 'x'.repeat(301) })).status).to.equal(400);
  });

  it('commands of a game say so where there is none', async () => {
    const ann = await town.somebody();
    for (const command of ['A1', 'hint', 'pass', 'status', 'quit']) expect(await ann.says(command)).to.equal(NO_GAME);
    expect(await ann.says('race status')).to.equal('You are in no Speed Race.');
    expect(await ann.says('accept')).to.equal('There is nothing to accept.');
    expect(await ann.says('decline')).to.equal('There is nothing to decline.');
    expect(await ann.says('yes')).to.equal('Nothing was asked.');
    expect(await ann.says('no')).to.equal('Nothing was asked.');
    expect(await ann.says('say hello')).to.contain('You are in no party.');
  });

  it('`start` starts a solo game by preference, or as it says', async () => {
    const ann = await town.somebody();
    const { text, room } = await ann.type('start');
    expect(text).to.contain('Flip Match\nBoard: 4x4 EASY (').and.contain('Pairs: 0/8  |  Turns: 0  |  Hints: 3');
    expect((await town.server.snapshot(ann.guest, room ?? '')).mode).to.equal('SOLO');
    expect(await ann.says('start hard space')).to.contain('Board: 8x8 HARD (Space)');
    expect((await town.server.snapshot(ann.guest, room ?? '')).reason).to.equal('abandoned');
  });

  it('`A1` flips a card, in either case; what is no place of the board is refused', async () => {
    const ann = await town.somebody();
    await ann.says('start easy');
    expect(await ann.says(' a1 ')).to.match(/^1 \| (?!:game_die:):\w+: \| :game_die: /m);
    expect(await ann.says('A1')).to.not.contain('Board');
    expect(await ann.says('E1')).to.equal('There is no such place on this board.');
    expect(await ann.says('A5')).to.equal('There is no such place on this board.');
    expect(await ann.says('B1')).to.match(/Last turn: A1 :\w+:, B1 :\w+: - (no match|match!)/);
  });

  it('`hint` shows a card, and is refused in a duel', async () => {
    const ann = await town.somebody();
    await ann.says('start medium');
    for (const left of [1, 0])
      expect(await ann.says('hint')).to.match(new RegExp(`Hints: ${left}.*\\n(.*\\n)*Hint: [A-F][1-6] :`));
    expect(await ann.says('hint'))
      .to.match(/hint/i)
      .and.not.contain('Board');
    const [bob] = await duel();
    expect(await bob.says('hint')).to.match(/hints are disabled|no hints/i);
  });

  it('`pass` gives the turn on in a team, and nowhere else', async () => {
    const { ann, bob } = await team();
    expect(await bob.says('pass')).to.equal(`It's ${ann.name}'s turn.`);
    expect(await ann.says('pass')).to.contain(`${bob.name}'s turn`);
    const [cid] = await duel();
    expect(await cid.says('pass'))
      .to.match(/pass/i)
      .and.not.contain('Board');
  });

  it('`status` shows the game of its reader', async () => {
    const [ann, bob] = await duel();
    expect(await ann.says('status')).to.match(
      new RegExp(`^Flip Match Duel vs ${bob.name}\nBoard: 4x4 EASY \\(\\w+\\)\n\n {4}A {4}B {4}C {4}D\n`),
    );
    expect(await ann.says('status')).to.contain(
      `You: 0 pairs  |  ${bob.name}: 0 pairs  |  Remaining: 8 pairs\nYOUR TURN - Flip a card!`,
    );
    expect(await bob.says('status')).to.contain(`Waiting for ${ann.name} to play...`);
  });

  it('`status` shows whatever waits for its reader, and what was said in their party', async () => {
    const [ann, bob] = await town.friends();
    const cid = await town.somebody();
    await ann.says(`challenge ${bob.name} to memory snap`);
    const { id } = await ann.openParty();
    accepted(await ann.act(id, { kind: 'invite', name: bob.name }));
    accepted(await cid.befriend('request', bob));
    expect(await bob.says('status')).to.equal(
      [
        NO_GAME,
        '',
        `${ann.name} challenges you to a Flip Match duel.`,
        'You are invited to a party.',
        `${cid.name} would like to be your friend.`,
        'Say "accept" or "decline".',
      ].join('\n'),
    );
    await ann.says('say hello');
    expect(await ann.says('status')).to.contain(`Your party: ${ann.name} (leader)\n\n${ann.name}: hello`);
  });

  it('`challenge {name} to memory snap` challenges to a duel, once', async () => {
    const [ann, bob] = await town.people(2);
    expect(await ann.says(`challenge ${bob.name.toUpperCase()} to memory snap`)).to.equal(
      `You have challenged ${bob.name} to a Flip Match duel. Waiting for an answer.`,
    );
    expect((await bob.notices()).items.map(({ kind }) => kind)).to.deep.equal(['challenge-received']);
    const again = await ann.says(`challenge ${bob.name} to flip match`);
    expect(again).to.not.contain('You have challenged');
    for (const name of [ann.name, 'nobody-of-that-name', 'no name at all']) {
      expect(await ann.says(`challenge ${name} to memory snap`), name).to.not.contain('You have challenged');
    }
  });

  it('`challenge` is refused where the other blocks the challenger, or takes challenges of friends only', async () => {
    const [ann, bob] = await town.people(2);
    accepted(await bob.call('changeProfile', { challengesFrom: 'friends' }));
    const challenge = () => ann.says(`challenge ${bob.name} to memory snap`);
    expect(await challenge()).to.not.contain('You have challenged');
    accepted(await ann.befriend('request', bob));
    accepted(await bob.befriend('accept', ann));
    expect(await challenge()).to.contain('You have challenged');
    await bob.says('decline');
    accepted(await bob.befriend('block', ann));
    accepted(await bob.call('changeProfile', { challengesFrom: 'anyone' }));
    expect(await challenge()).to.not.contain('You have challenged');
  });

  it('`challenge {name} to memory snap race`, `accept` and `start` race on one board; `race status` compares', async () => {
    const [ann, bob] = await town.people(2);
    expect(await ann.says(`challenge ${bob.name} to memory snap race`)).to.contain('to a Speed Race');
    expect(await bob.says('accept')).to.contain('Flip Match Speed Race\nBoard: 4x4 EASY');
    expect(await ann.says('status')).to.contain('Your race waits: say "start".');
    expect(await ann.says('race status')).to.match(
      new RegExp(
        `^Speed Race vs ${bob.name}\nBoard: 4x4 EASY \\(\\w+\\)\n\nYour Score: Not started yet\n${bob.name}: Still playing...`,
      ),
    );
    expect(await ann.says('start')).to.contain('Flip Match Speed Race');
    const boards = [new Memory(ann), new Memory(bob)];
    const shown = [];
    for (const board of boards) shown.push((await board.type('A1')).match(/^1 \| (:\w+:)/m)?.[1]);
    expect(shown[0]).to.equal(shown[1]).and.not.equal(':game_die:');
    await boards[0]?.type('B1');
    while (!/Completed in/.test(boards[0]?.text ?? '')) await boards[0]?.turn();
    expect(await ann.says('race status')).to.match(/Your Score: [\d,]+ \(Completed in \d+:\d\d\)\n.*Still playing/);
    expect(await bob.says('race status')).to.match(
      new RegExp(`Your Score: Still playing...\n${ann.name}: Completed$`, 'm'),
    );
    await boards[1]?.type('B1');
    while (!/Completed in/.test(boards[1]?.text ?? '')) await boards[1]?.turn();
    expect(await bob.says('race status')).to.match(/Your Score: [\d,]+ \(Completed.*\n.*: [\d,]+ \(Completed/);
    const result = (await ann.notices()).items.at(-1);
    expect(result?.kind).to.be.oneOf(['race-result', 'achievement']);
  });

  it('a completed solo game offers a race against its score', async () => {
    const [ann, bob] = await town.people(2);
    expect(await completed(ann)).to.contain('Challenge a friend to beat your score?');
    expect(await ann.says('yes')).to.equal('Say "challenge {name} to memory snap race".');
    await ann.says('menu');
    expect(await ann.says(`challenge ${bob.name} to memory snap race`)).to.contain('You have challenged');
    await bob.says('accept');
    expect(await bob.says('race status')).to.match(new RegExp(`${ann.name}: [\\d,]+ \\(Completed in`));
    expect(await ann.says(`challenge ${bob.name} to memory snap race`)).to.contain('You have challenged');
    expect(await bob.says('status')).to.contain(`${ann.name} challenges you to a Speed Race.`);
  });

  it('`accept` takes a challenge, then an invitation, then a friend; `decline` refuses them', async () => {
    const [ann, bob] = await town.friends();
    const cid = await town.somebody();
    const waiting = async () => {
      await ann.says(`challenge ${bob.name} to memory snap`);
      accepted(await ann.act((await ann.openParty()).id, { kind: 'invite', name: bob.name }));
      accepted(await cid.befriend('request', bob));
    };
    await waiting();
    expect(await bob.says('decline')).to.equal(`You have declined ${ann.name}'s challenge.`);
    expect(await bob.says('decline')).to.equal('You have declined the invitation.');
    expect(await bob.says('decline')).to.equal(`You have declined ${cid.name}'s request.`);
    expect((await ann.notices()).items.at(-1)?.kind).to.equal('challenge-declined');
    await waiting();
    expect(await bob.says('accept')).to.contain(`Flip Match Duel vs ${ann.name}`);
    expect(await bob.says('accept')).to.equal(`Your party: ${ann.name} (leader), ${bob.name}`);
    expect(await bob.says('accept')).to.equal(`You and ${cid.name} are friends.`);
  });

  for (const command of ['start team snap', 'start coop', 'team game']) {
    it(`\`${command}\` starts the party's team match, by its leader`, async () => {
      const alone = await town.somebody();
      expect(await alone.says(command)).to.equal(NO_PARTY);
      const { members } = await town.party(3);
      const [ann, bob] = members;
      expect(await bob?.says(command)).to.equal(`Only ${ann?.name} can start Team Snap.`);
      const text = await ann?.says(command);
      expect(text)
        .to.contain('Team Snap (3 players)\nBoard: 8x8 EASY (')
        .and.contain('Team Progress: 0/32 pairs found');
      expect(text).to.contain(`${ann?.name}'s turn  |  Time: 0:00`);
      expect(text).to.contain('Say a coordinate to flip, or "pass" to skip.');
      expect(await bob?.says('status')).to.contain('Team Snap (3 players)');
    });
  }

  it('`say` speaks to the party', async () => {
    const { ann, bob, party } = await team();
    expect(await ann.says('say A1 is a lion')).to.equal(`${ann.name}: A1 is a lion`);
    expect(await bob.says(`say ${'x'.repeat(201)}`)).to.contain('1 to 200 characters');
    expect(await bob.says('status')).to.contain(`${ann.name}: A1 is a lion`);
    expect((await bob.party()).id).to.equal(party.id);
  });

  it('`quit` forfeits a duel and ends a solo game', async () => {
    const [ann, bob] = await duel();
    await ann.says('A1');
    const { text, room } = await ann.type('quit');
    expect(text).to.match(/^You have left the game\./);
    expect(await town.server.snapshot(bob.guest, room ?? '')).to.deep.include({ winner: 1, reason: 'forfeit' });
    expect(await ann.says('quit')).to.equal(NO_GAME);
    await ann.says('start');
    expect(await ann.says('quit')).to.contain('Game over');
  });

  it('flips out of turn are answered as in the source', async () => {
    const [ann, bob] = await duel();
    expect(await bob.says('A1')).to.equal(`Waiting for ${ann.name} to play.`);
    const players = await team();
    expect(await players.bob.says('A1')).to.equal(`It's ${players.ann.name}'s turn.`);
    expect(await players.bob.says('hint')).to.equal(`It's ${players.ann.name}'s turn.`);
  });

  it('the opponent reads what was flipped', async () => {
    const [ann, bob] = await duel();
    await ann.says('A1');
    const first = await bob.says('status');
    expect(first).to.match(/^1 \| (?!:game_die:):\w+: \| :game_die: /m);
    await ann.says('B1');
    expect(await bob.says('status')).to.match(/YOUR TURN - Flip a card!\nLast turn: A1 :\w+:, B1 :\w+: - /);
  });

  describe('asks before a duel, a team match or a race is left', () => {
    it('for a solo game: `no` keeps it, `yes` leaves it', async () => {
      const [ann, bob] = await duel();
      await ann.says('A1');
      const asked = await ann.type('start hard');
      expect(asked.text).to.equal(`Leave your duel with ${bob.name}? yes/no`);
      expect(await ann.says('no')).to.equal('All right.');
      expect(await ann.says('yes')).to.equal('Nothing was asked.');
      expect(await ann.says('status')).to.contain('YOUR TURN');
      await ann.says('start hard');
      expect(await ann.says('yes')).to.contain('Board: 8x8 HARD');
      expect(await town.server.snapshot(bob.guest, asked.room ?? '')).to.deep.include({ winner: 1, reason: 'forfeit' });
    });

    it('for a challenge', async () => {
      const [ann, bob] = await duel();
      const cid = await town.somebody();
      await cid.says(`challenge ${ann.name} to memory snap`);
      expect(await ann.says('accept')).to.equal(`Leave your duel with ${bob.name}? yes/no`);
      expect(await ann.says('yes')).to.contain(`Flip Match Duel vs ${cid.name}`);
    });

    it('for a team match, and when it is one', async () => {
      const { members } = await town.party(2);
      const [ann, bob] = members;
      const cid = await town.somebody();
      await ann?.says(`challenge ${cid.name} to memory snap`);
      await cid.says('accept');
      expect(await ann?.says('team game')).to.equal(`Leave your duel with ${cid.name}? yes/no`);
      expect(await ann?.says('yes')).to.contain('Team Snap (2 players)');
      expect(await bob?.says('start')).to.equal('Leave your Team Snap match? yes/no');
      expect(await bob?.says('yes')).to.contain('Flip Match\nBoard');
    });

    it('for the start of a race, and when it is one', async () => {
      const [ann, bob] = await duel();
      const cid = await town.somebody();
      await ann.says(`challenge ${cid.name} to memory snap race`);
      await cid.says('accept');
      expect(await ann.says('start')).to.equal(`Leave your duel with ${bob.name}? yes/no`);
      expect(await ann.says('yes')).to.contain('Flip Match Speed Race');
      expect(await cid.says('start easy')).to.equal('Leave your run of the Speed Race? yes/no');
    });

    it('and forgets the question over any other command, after an hour, and once it is answered in one tab', async () => {
      const [ann] = await duel();
      for (const between of ['help', 'status']) {
        await ann.says('start');
        await ann.says(between);
        expect(await ann.says('yes')).to.equal('Nothing was asked.');
      }
      await ann.says('start');
      await town.server.clock.advance(HOUR + 1);
      expect(await ann.says('yes')).to.equal('Nothing was asked.');
      await ann.says('start');
      const tabs = await Promise.all([ann.says('yes'), ann.says('yes')]);
      expect(tabs.filter((text) => text === 'Nothing was asked.')).to.have.length(1);
    });

    it('but a solo game goes silently', async () => {
      const [ann, bob] = await town.people(2);
      await ann.says('start');
      await bob.says(`challenge ${ann.name} to memory snap`);
      expect(await ann.says('accept')).to.contain('Flip Match Duel');
    });
  });
});
