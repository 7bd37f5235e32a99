import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';

const ROOT = join(import.meta.dirname, '../..');

/** Names of environment variables in a text, where they stand in quotes or backticks. */
function namesIn(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ''));
}

describe('The operators document', () => {
  it('lists every setting that the configuration reads, and no other', () => {
    const read = namesIn(readFileSync(join(ROOT, 'server/config.ts'), 'utf8'), /'([A-Z][A-Z_]{3,})'/g);
    const difficulties = ['EASY', 'MEDIUM', 'HARD'];
    for (const word of difficulties) read.delete(word);
    const [, table = ''] = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8').split('## Settings');
    const rows = table.split('\n').filter((line) => line.startsWith('| `'));
    const listed = namesIn(rows.map((row) => row.split('|')[1]).join(' '), /`([A-Z_]+)`/g);
    expect([...listed].toSorted()).to.deep.equal([...read].toSorted());
  });
});
