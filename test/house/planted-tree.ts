import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');

const CONFIGURATION = [
  '.biome',
  '.dependency-cruiser.cjs',
  '.gitignore',
  'biome.json',
  'shared/tsconfig.json',
  'tsconfig.json',
];

/** A temporary repository with this one's rules and packages and the given files (text by path); `remove` deletes it. */
export function plant(files: Readonly<Record<string, string>>): { readonly root: string; readonly remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'freeplay-house-'));
  for (const path of CONFIGURATION) cpSync(join(ROOT, path), join(root, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'dir');
  writeFileSync(join(root, 'package.json'), '{ "name": "planted", "type": "module" }');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

const NOT_SOURCES = new Set(['node_modules', 'dist', 'generated', 'fixtures', 'coverage', 'data']);

/** Every TypeScript file under the folder of this repository, by its path from the root, with `/` on all systems. */
export function sourcesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_SOURCES.has(entry.name) ? [] : sourcesUnder(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}
