import { assert } from 'chai';
import fc from 'fast-check';
import { COMMANDS, cellAt, coordinateOf, parseCommand } from '../../shared/games/flip/commands.ts';
import {
  drawBoard,
  duration,
  grouped,
  HELP,
  hintLines,
  MENU,
  NO_PARTY,
  type Reader,
  raceText,
  statusText,
  turnLines,
  unknownCommand,
  waitingText,
} from '../../shared/games/flip/console.ts';
import { HINT, view } from '../../shared/games/flip/index.ts';
import { SECOND, Table } from './support.ts';

/** A board of which A1 and B1 are lions. */
const LIONS = [10, 10, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6];

function status(table: Table, reader: Omit<Reader, 'now' | 'names'>): string {
  return statusText(view(table.position), { ...reader, names: table.position.kept.names, now: table.now });
}

describe('the text commands', () => {
  it('are those of the source', () => {
    assert.deepEqual(parseCommand('challenge Archie to memory snap'), {
      kind: 'challenge',
      name: 'Archie',
      mode: 'DUEL',
    });
    assert.deepEqual(parseCommand('Challenge Sir Archie to Memory Snap race'), {
      kind: 'challenge',
      name: 'Sir Archie',
      mode: 'SPEED_RACE',
    });
    assert.deepEqual(parseCommand('start'), { kind: 'start', difficulty: null, theme: null });
    for (const text of ['start team snap', 'START COOP', 'team game'])
      assert.deepEqual(parseCommand(text), { kind: 'start-team' });
    for (const kind of [
      'hint',
      'pass',
      'status',
      'race status',
      'quit',
      'menu',
      'accept',
      'decline',
      'help',
      'yes',
      'no',
    ] as const) {
      assert.deepEqual(parseCommand(`  ${kind.toUpperCase()} `), { kind });
    }
    assert.deepEqual(parseCommand('say A1 is a  Lion!'), { kind: 'say', text: 'A1 is a Lion!' });
    assert.deepEqual(parseCommand('2'), { kind: 'choose', line: 2 });
  });

  it('take a difficulty and a theme behind `start`', () => {
    assert.deepEqual(parseCommand('start space hard'), { kind: 'start', difficulty: 'HARD', theme: 'space' });
    assert.deepEqual(parseCommand('start Easy'), { kind: 'start', difficulty: 'EASY', theme: null });
    assert.equal(parseCommand('start nonsense').kind, 'unknown');
  });

  it('read a coordinate in either case with spaces around: A1 is cell 0, B1 is cell 1', () => {
    const cell = (text: string, size = 8): number | null => {
      const command = parseCommand(text);
      return command.kind === 'flip' ? cellAt(size, command.column, command.row) : null;
    };
    assert.deepEqual([cell('A1'), cell(' b1 '), cell('a2'), cell('H8')], [0, 1, 8, 63]);
    assert.deepEqual(
      [cell('D4', 4), cell('E1', 4), cell('A5', 4), cell('A0'), cell('I1')],
      [15, null, null, null, null],
    );
    for (let place = 0; place < 36; place++) assert.equal(cell(coordinateOf(6, place), 6), place);
  });

  it('answer an unknown one with the nearest', () => {
    const nearest = (text: string): string => {
      const command = parseCommand(text);
      return command.kind === 'unknown' ? command.nearest : '';
    };
    assert.equal(nearest('statsu'), 'status');
    assert.equal(nearest('hnit'), 'hint');
    assert.equal(nearest('race staus'), 'race status');
    assert.equal(nearest('start teamsnap'), 'start team snap');
    assert.equal(nearest('chalenge bob to memory snap'), 'challenge {name} to memory snap');
    assert.equal(nearest('chalenge bob to memory snap race'), 'challenge {name} to memory snap race');
    assert.equal(nearest('sya hello there'), 'say ...');
    assert.include(unknownCommand('hint'), '"hint"');
  });

  it('never fail on any text, and answer what `help` lists', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const command = parseCommand(text);
        if (command.kind === 'unknown') assert.include(COMMANDS, command.nearest);
      }),
      { numRuns: 500, seed: 1 },
    );
    for (const command of COMMANDS) {
      assert.include(HELP, command);
      assert.notEqual(parseCommand(command.replace('{name}', 'Bob')).kind, 'unknown');
    }
  });
});

describe('the displays', () => {
  it('show the multiplayer menu of the source', () => {
    assert.equal(
      MENU,
      [
        'Flip Match - Multiplayer',
        '',
        '1. Duel a Friend - Challenge someone to a head-to-head match',
        "2. Speed Race - Race to beat a friend's score on the same board",
        '3. Team Snap - Play cooperatively with your party',
        '4. Back to Menu',
        '',
        'Say "challenge {name} to memory snap" to start a duel.',
      ].join('\n'),
    );
    assert.equal(NO_PARTY, 'You need to be in a party with 2-4 players to start Team Snap.');
  });

  it('show a duel to the seat to move', () => {
    const table = new Table('DUEL', { board: LIONS }).match(0).miss(1, 2).flip(2);
    assert.equal(
      status(table, { mode: 'DUEL', seat: 0 }),
      [
        'Flip Match Duel vs Archie',
        'Board: 4x4 EASY (Animals)',
        '',
        '    A    B    C    D',
        '  +----+----+----+----+',
        '1 | :lion: | :lion: | :dog: | :game_die: |',
        '  +----+----+----+----+',
        '2 | :game_die: | :game_die: | :game_die: | :game_die: |',
        '  +----+----+----+----+',
        '3 | :game_die: | :game_die: | :game_die: | :game_die: |',
        '  +----+----+----+----+',
        '4 | :game_die: | :game_die: | :game_die: | :game_die: |',
        '  +----+----+----+----+',
        '',
        'You: 1 pair  |  Archie: 0 pairs  |  Remaining: 7 pairs',
        'YOUR TURN - Flip a card!',
      ].join('\n'),
    );
  });

  it('tell the other one to wait, and show them the board all the same', () => {
    const table = new Table('DUEL', { board: LIONS }).match(0);
    const reader: Reader = { mode: 'DUEL', seat: 0, names: ['Ziggy', 'Archie'], now: 0 };
    const short = 'Waiting for Archie to play...\nYou: 1 pair  |  Archie: 0 pairs  |  Remaining: 7 pairs';
    assert.equal(waitingText(view(table.position), reader), short);
    const [waiting = '', counts = ''] = short.split('\n');
    assert.isTrue(statusText(view(table.position), reader).endsWith(`${counts}\n${waiting}`));
    assert.include(status(table, { mode: 'DUEL', seat: 0 }), ':lion: | :lion:');
  });

  it('show the score of a duel after its end', () => {
    const table = new Table('DUEL').match(0, 1, 2, 3, 4, 5, 6, 7);
    assert.isTrue(status(table, { mode: 'DUEL', seat: 1 }).endsWith('Ziggy: 1,240 points\nArchie: 1,240 points'));
  });

  it('show a team its progress, whose turn it is and the time', () => {
    const table = new Table('TEAM_SNAP', { difficulty: 'HARD', theme: 'transport' }).match(0, 1).miss(2, 3);
    table.match(2).wait(135 * SECOND);
    const text = status(table, { mode: 'TEAM_SNAP', seat: 0 });
    const lines = text.split('\n');
    assert.deepEqual(lines.slice(0, 5), [
      'Team Snap (3 players)',
      'Board: 8x8 HARD (Transport)',
      '',
      '    A    B    C    D    E    F    G    H',
      '  +----+----+----+----+----+----+----+----+',
    ]);
    assert.isTrue(
      text.endsWith(
        [
          'Team Progress: 3/32 pairs found',
          '  Ziggy: 2 pairs  |  Archie: 1 pair  |  Nova: 0 pairs',
          "Archie's turn  |  Time: 2:15 / 5:00",
          '',
          'Say a coordinate to flip, or "pass" to skip.',
        ].join('\n'),
      ),
    );
  });

  it('show a race as in the source: 1,455 in 1:52 against one who still plays', () => {
    const board = { size: 6, difficulty: 'MEDIUM', theme: 'flowers' } as const;
    const own = { status: 'completed', score: 1455, seconds: 112, turns: 44 } as const;
    assert.equal(
      raceText(board, own, { name: 'Archie', status: 'playing' }),
      [
        'Speed Race vs Archie',
        'Board: 6x6 MEDIUM (Flowers)',
        '',
        'Your Score: 1,455 (Completed in 1:52)',
        'Archie: Still playing...',
        '',
        'Check back later or play another game while you wait!',
      ].join('\n'),
    );
    const hidden = raceText(board, { status: 'playing' }, { name: 'Archie', status: 'completed' });
    assert.isTrue(hidden.endsWith('Your Score: Still playing...\nArchie: Completed'));
    assert.include(raceText(board, { status: 'ended' }, { name: 'A', status: 'not-started' }), 'A: Not started yet');
  });

  it('show a solo game, its last turn and its hint', () => {
    const table = new Table('SOLO', { board: LIONS })
      .miss(0, 1)
      .act(HINT)
      .wait(61 * SECOND);
    assert.isTrue(
      status(table, { mode: 'SOLO', seat: 0 }).endsWith(
        [
          'Pairs: 0/8  |  Turns: 1  |  Hints: 2  |  Time: 1:01',
          'Last turn: A1 :lion:, C1 :dog: - no match',
          'Hint: B1 :lion:',
        ].join('\n'),
      ),
    );
    assert.deepEqual(turnLines(view(new Table('SOLO').position)), []);
    assert.deepEqual(hintLines(view(new Table('SOLO').position)), []);
    table.match(0, 1, 2, 3, 4, 5, 6, 7);
    assert.isTrue(status(table, { mode: 'SOLO', seat: 0 }).endsWith('Your Score: 1,019 (Completed in 1:01)'));
    const quit = new Table('SOLO').flip(0).leaves(0);
    assert.isTrue(status(quit, { mode: 'SOLO', seat: 0 }).endsWith('Game over - the board was not completed.'));
  });

  it('draw nothing of a hidden card', () => {
    const text = drawBoard(view(new Table('SOLO').position));
    assert.deepEqual([...new Set(text.match(/:\w+:/g))], [':game_die:']);
  });

  it('write numbers and times as people do', () => {
    assert.deepEqual([0, 999, 1000, 1_234_567].map(grouped), ['0', '999', '1,000', '1,234,567']);
    assert.deepEqual([0, 9, 60, 135, 3600].map(duration), ['0:00', '0:09', '1:00', '2:15', '60:00']);
  });
});
