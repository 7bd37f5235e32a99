import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT, sourcesUnder } from './planted-tree.ts';

const files = sourcesUnder('test');
const having = (pattern: RegExp): string[] =>
  files.filter((path) => pattern.test(readFileSync(join(ROOT, path), 'utf8')));

describe('the tests themselves', () => {
  it('set up what they need inside their own describe: a hook outside of it would run around every test of every file', () => {
    expect(having(/^(before|after)(Each)?\(/m)).to.deep.equal([]);
  });

  it('are never narrowed to some of them', () => {
    expect(having(/^\s*(describe|it)\.only\(/m)).to.deep.equal([]);
  });
});
