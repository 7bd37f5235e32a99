import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';

const DIST = path.join(import.meta.dirname, '../../web/dist');
const FIRST_LOAD_BYTES = 150 * 1024;

describe('The built browser client', () => {
  const html = () => readFileSync(path.join(DIST, 'index.html'), 'utf8');

  it('loads within 150 KiB gzipped, typeface included', () => {
    const files = [...html().matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).at.least(2);
    const latin = readFileSync(path.join(DIST, files.find((file) => file.endsWith('.css')) ?? ''), 'utf8').match(
      /figtree-latin-wght[^)"']+/,
    )?.[0];
    const sizes = [...files, `assets/${latin}`].map((file) => gzipSync(readFileSync(path.join(DIST, file))).length);
    const total = sizes.reduce((sum, size) => sum + size, gzipSync(html()).length);
    expect(total).below(FIRST_LOAD_BYTES);
  });

  it('has no inline script or style and no address of another host, as its Content-Security-Policy asks', () => {
    expect(html()).not.match(/<style|style=|<script(?![^>]*\ssrc=)| on\w+=|https?:/);
  });
});
