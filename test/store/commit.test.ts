import { expect } from 'chai';
import { commit } from '../../server/store/commit.ts';
import { type Entry, entryOf } from '../../server/store/entry.ts';
import type { Append, AppendOutcome } from '../../server/store/port.ts';
import type { Query, Rows } from '../../server/store/script.ts';
import type { StatementName } from '../../server/store/sql.ts';
import { CLASS, creation, matchRow, moves } from '../support/store.ts';

const entries = (...appends: readonly Append[]): Entry[] => appends.map(entryOf);

/** Runs a commit against answers worked out for each query; also gives the statements in their order. */
function run(batch: readonly Entry[], answer: (query: Query) => Rows) {
  const asked: StatementName[] = [];
  const script = commit(batch);
  let step = script.next();
  while (!step.done) {
    asked.push(step.value.statement);
    step = script.next(answer(step.value));
  }
  return { outcomes: step.value, asked };
}

/** A database in which everything succeeds. */
function obliging({ statement, parameter }: Query): Rows {
  const rows = parameter as Rows; // every query of a commit has several rows
  return statement === 'insertEvents' ? rows.map(([match, revision]) => [match ?? null, revision ?? null]) : rows;
}

describe('a commit', () => {
  const plain = ['a', 'b', 'c'].map((id) => moves(matchRow(id), 2));
  const claiming = moves(matchRow('j'), 1, { claim: [{ player: 'p', activeClass: CLASS }] });
  const OK: AppendOutcome = { ok: true };

  it('of moves alone costs two statements, however many matches share it', () => {
    const { asked, outcomes } = run(entries(...plain), obliging);
    expect(asked).to.deep.equal(['insertEvents', 'advanceMatches']);
    expect(outcomes).to.deep.equal([OK, OK, OK]);
  });

  it('locks the classes that it counts before any seat of theirs, so that no two commits wait for each other', () => {
    const limited = ['x', 'y'].map((id) => creation(matchRow(id), { capacity: 9 }));
    const over = creation(matchRow('z'), {
      capacity: 9,
      claim: [{ player: 'p', activeClass: CLASS, from: 'x' }],
    });
    const { asked } = run(entries(...limited, over), obliging);
    expect(asked.indexOf('lockClasses')).to.equal(0);
    expect(asked.lastIndexOf('lockClasses')).to.equal(0);
    expect(asked).to.include('claimSeats');
  });

  it('of nothing asks nothing', () => {
    expect(run([], obliging)).to.deep.equal({ asked: [], outcomes: [] });
  });

  it('acknowledges nothing whose events did not all come back, and takes back those that did', () => {
    const undone: unknown[] = [];
    const { outcomes } = run(entries(...plain), (query) => {
      if (query.statement === 'insertEvents') return obliging(query).filter(([id, at]) => id !== 'b' || at !== 3);
      if (query.statement === 'undoEvents') undone.push(...query.parameter);
      return obliging(query);
    });
    expect(outcomes).to.deep.equal([OK, { ok: false, conflict: 'revision' }, OK]);
    expect(undone).to.deep.equal([['b', 2]]);
  });

  it('acknowledges nothing whose row did not move on, and takes back its events', () => {
    const undone: unknown[] = [];
    const { outcomes } = run(entries(...plain), (query) => {
      if (query.statement === 'advanceMatches') return obliging(query).filter(([id]) => id !== 'c');
      if (query.statement === 'undoEvents') undone.push(...query.parameter);
      return obliging(query);
    });
    expect(outcomes).to.deep.equal([OK, OK, { ok: false, conflict: 'revision' }]);
    expect(undone).to.deep.equal([
      ['c', 2],
      ['c', 3],
    ]);
  });

  it('tries again when who was in the way is gone by the time of looking', () => {
    let refusals = 1;
    const { outcomes, asked } = run(entries(claiming), (query) => {
      if (query.statement === 'seatOccupants') return [];
      return query.statement === 'claimSeats' && refusals-- > 0 ? [] : obliging(query);
    });
    expect(outcomes).to.deep.equal([OK]);
    expect(asked.filter((statement) => statement === 'claimSeats')).to.have.length(2);
  });

  it('fails rather than trying for ever', () => {
    const never = (query: Query) => (/claim|Occupants/.test(query.statement) ? [] : obliging(query));
    expect(() => run(entries(claiming), never)).to.throw('does not come to an end');
  });

  it('writes joins and ends before creations, which may find what those have freed', () => {
    const { asked } = run(entries(creation(matchRow('n')), plain[0] ?? claiming), obliging);
    expect(asked.indexOf('advanceMatches')).to.be.lessThan(asked.indexOf('createMatches'));
  });
});
