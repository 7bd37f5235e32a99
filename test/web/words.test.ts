import { expect } from 'chai';
import { agoText, clockText, outcomeWords, spanText, verdictOf, warningWords } from '../../web/src/words.ts';

describe('The words of the browser client', () => {
  const NONE = { turn: null, match: null, ready: null };

  it('warn of a turn at twenty, ten and five seconds, and of nothing before', () => {
    const at = (turn: number) => warningWords({ ...NONE, turn });
    expect(at(20_001)).equal('');
    expect([at(20_000), at(10_001)]).deep.equal(Array(2).fill('Twenty seconds left for your move.'));
    expect([at(10_000), at(5_001)]).deep.equal(Array(2).fill('Ten seconds left for your move.'));
    expect([at(5_000), at(0)]).deep.equal(Array(2).fill('Five seconds left for your move.'));
  });

  it('warn of the end of a ready check and of the match, after what is more urgent', () => {
    expect(warningWords({ ...NONE, ready: 10_000 })).equal('Ten seconds left to be ready.');
    expect(warningWords({ ...NONE, match: 60_000 })).equal('The match ends without a result in one minute.');
    expect(warningWords({ ...NONE, match: 10_000 })).equal('The match ends without a result in ten seconds.');
    expect(warningWords({ ...NONE, match: 10_000, turn: 5_000 })).equal('Five seconds left for your move.');
  });

  it('show the last second of a clock until it is over', () => {
    expect([61_000, 60_000, 1, 0, -5].map(clockText)).deep.equal(['1:01', '1:00', '0:01', '0:00', '0:00']);
  });

  it('tell time as people do', () => {
    const hour = 3_600_000;
    expect([-9, 59_999, 60_000, hour, 24 * hour].map(agoText)).deep.equal([
      'just now',
      'just now',
      '1 min ago',
      '1 h ago',
      '1 d ago',
    ]);
  });

  it('tell how long something took in the unit that people would choose', () => {
    const minute = 60_000;
    expect([-9, 499, 119_499, 119_500, 119 * minute, 120 * minute, 25 * 60 * minute].map(spanText)).deep.equal(
      ['0 s', '0 s', '119 s', '2 min', '119 min', '2 h', '25 h'].map((text) => text.replace(' ', '\u00a0')),
    );
  });

  it('tell each reader how it ended', () => {
    const over = { status: 'finished', winner: 0, reason: 'timeout', seat: 0 } as const;
    expect(verdictOf(over, 'Bo')).deep.equal({ title: 'You won', tone: 'good', why: 'Time ran out for Bo.' });
    expect(verdictOf({ ...over, seat: 1 }, 'Al')).deep.equal({
      title: 'Al won',
      tone: 'bad',
      why: 'Time ran out for you.',
    });
    expect(verdictOf({ ...over, winner: -1, reason: 'full' }, 'Bo').title).equal('Draw');
  });

  it('tell who only watches how it ended', () => {
    expect(outcomeWords({ winner: 1, reason: 'resigned' }, ['Al', 'Bo'])).equal('Bo won: Al resigned.');
    expect(outcomeWords({ winner: 0, reason: 'line' }, ['Al', 'Bo'])).equal('Al won. By a line.');
    expect(outcomeWords({ winner: -1, reason: 'count' }, ['Al', 'Bo'])).equal('Draw. By the count at the end.');
    expect(outcomeWords({ winner: null, reason: 'match-expired' }, [])).contain('No result.');
    expect(outcomeWords(null, [])).equal('The match goes on.');
  });
});
