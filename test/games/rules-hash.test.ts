import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { assert } from 'chai';
import ts from 'typescript';
import { generatedModule, rulesHash } from '../../shared/scripts/rules-hash.ts';

const ROOT = join(import.meta.dirname, '../..');
const GAMES_DIR = join(ROOT, 'shared/games');

const MODULES: Readonly<Record<string, string>> = {
  'go.ts': `import type { Game } from './game.ts';\nimport { side } from './lib/side.ts';\nexport const cells = (n: number): number => side(n) * n;\n`,
  'lib/side.ts': `import { one } from '../one.ts';\nexport const side = (n: number) => n * one;\n`,
  'one.ts': 'export const one = 1;\n',
  'game.ts': 'export interface Game { id: string }\n',
};

function hashOf(changes: Readonly<Record<string, string>> = {}): string {
  const modules = { ...MODULES, ...changes };
  return rulesHash('go.ts', (path) => {
    const source = modules[path];
    if (source === undefined) throw new Error(`${path} is not there`);
    return source;
  });
}

describe('the rules hash', () => {
  it('stays when comments, types, indentation or line endings change', () => {
    const source = MODULES['go.ts'] ?? '';
    const dressed = `/** Area. */\n${source.replaceAll('\n', '\r\n')}\n\n// The end.\n`;
    assert.equal(hashOf({ 'go.ts': dressed }), hashOf());
    assert.equal(hashOf({ 'go.ts': source.replace('): number', ')').replace('=> ', '=>    ') }), hashOf());
  });

  it('stays when a module changes of which only types are imported', () => {
    assert.equal(hashOf({ 'game.ts': 'export interface Game { name: string }\nexport const one = 2;\n' }), hashOf());
  });

  it('changes with the code of the entry and of every module behind it', () => {
    const changed = ['go.ts', 'lib/side.ts', 'one.ts'].map((path) =>
      hashOf({ [path]: `${MODULES[path]}export const extra = 0;\n` }),
    );
    assert.lengthOf(new Set([hashOf(), ...changed]), 4);
  });

  it('is refused for rules that reach outside their folder', () => {
    assert.throws(
      () => hashOf({ 'one.ts': "import '../clock.ts';\n" }),
      'Rules must stay inside shared/games, but one.ts imports ../clock.ts.',
    );
    assert.throws(
      () => hashOf({ 'one.ts': "import 'node:fs';\n" }),
      'Rules must stay inside shared/games, but one.ts imports node:fs.',
    );
  });

  it('is stored for the rules as they are', () => {
    assert.equal(readFileSync(join(GAMES_DIR, 'hashes.generated.ts'), 'utf8'), generatedModule());
  });

  it('does not cover notation, registry or the hashes themselves', () => {
    const imports = ['gravity', 'reversi', 'boxes', 'five'].flatMap((id) => importsOf(`${id}.ts`));
    for (const module of ['./notation.ts', './registry.ts', './index.ts', './hashes.generated.ts'])
      assert.notInclude(imports, module);
  });
});

function importsOf(file: string): readonly string[] {
  return ts.preProcessFile(readFileSync(join(GAMES_DIR, file), 'utf8')).importedFiles.map(({ fileName }) => fileName);
}

describe('shared/games', () => {
  it('imports nothing from outside itself', () => {
    const files = readdirSync(GAMES_DIR, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    assert.include(files, 'game.ts');
    for (const file of files)
      for (const specifier of importsOf(file)) {
        assert.match(specifier, /^\.{1,2}\/[a-z./-]+\.ts$/, file);
        assert.notMatch(join(dirname(file), specifier), /^\.\./, file);
      }
  });
});

describe('npm run rules:check', () => {
  let copy = '';

  before(() => {
    copy = realpathSync(mkdtempSync(join(tmpdir(), 'freeplay-rules-')));
    mkdirSync(join(copy, 'shared'));
    for (const part of ['games', 'scripts', 'package.json'])
      cpSync(join(ROOT, 'shared', part), join(copy, 'shared', part), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
  });

  after(() => rmSync(copy, { recursive: true, force: true }));

  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(copy, 'shared/scripts/rules-hash.ts'), ...args], { encoding: 'utf8' });

  it('passes while the stored hashes are those of the rules, fails with one sentence once they are not, until they are written anew', () => {
    assert.deepInclude(run('--check'), { status: 0, stderr: '' });
    appendFileSync(join(copy, 'shared/games/boxes.ts'), 'export const extra = 0;\n');
    assert.deepInclude(run('--check'), {
      status: 1,
      stderr: 'shared/games/hashes.generated.ts is stale: run `npm run rules:hash` and commit the result.\n',
    });
    assert.equal(run().status, 0);
    assert.deepInclude(run('--check'), { status: 0, stderr: '' });
  });
});
