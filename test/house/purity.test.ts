import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';
import { plant, ROOT } from './planted-tree.ts';

const tool = (root: string, program: string, ...args: string[]): string =>
  spawnSync(process.execPath, [join(ROOT, 'node_modules', program), ...args], { cwd: root, encoding: 'utf8' }).stdout;

interface Finding {
  readonly severity: string;
  readonly category: string;
  readonly location: { readonly path: string };
}

/** Paths with an error of the linter that concerns where the code reaches to. */
function lintErrors(root: string): string[] {
  const text = tool(root, '@biomejs/biome/bin/biome', 'lint', '--reporter=json', '--max-diagnostics=none', '.');
  const { diagnostics }: { diagnostics: readonly Finding[] } = JSON.parse(text);
  const errors = diagnostics.filter(
    ({ severity, category }) => severity === 'error' && /plugin|noRestrictedGlobals|noProcessEnv/.test(category),
  );
  return [...new Set(errors.map(({ location }) => location.path))];
}

/** Paths with an error of the compiler under shared/tsconfig.json. */
function typeErrors(root: string): string[] {
  return [...tool(root, 'typescript/bin/tsc', '-p', 'shared').matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(
    ([, path]) => path ?? '',
  );
}

/** Impure lines that the linter refuses in shared/. */
const IMPURE: Readonly<Record<string, string>> = {
  'wall-clock': 'export const x = Date.now();',
  'new-date': 'export const x = new Date();',
  'hidden-global': 'export const x = globalThis.Date.now();',
  monotonic: 'export const x = performance.now();',
  random: 'export const x = Math.random();',
  'random-by-key': "export const x = Math['random']();",
  'random-by-alias': 'const { random } = Math;\nexport const x = random();',
  'crypto-random': 'export const x = crypto.getRandomValues(new Uint8Array(1));',
  timer: 'export const x = setTimeout(() => {}, 1);',
  interval: 'export const x = setInterval(() => {}, 1);',
  microtask: 'queueMicrotask(() => {});\nexport {};',
  environment: 'export const x = process.env.PORT;',
  buffer: "export const x = Buffer.from('a');",
  dom: 'export const x = document.title;',
  network: "export const x = fetch('http://localhost');",
  locale: "export const x = 'a'.localeCompare('b');",
  'last-digits': 'export const x = Math.sin(1);',
};

/** Lines that do not even compile in shared/, zod and the hash library beside them notwithstanding. */
const UNTYPED: Readonly<Record<string, string>> = {
  'node-module': "import { readFileSync } from 'node:fs';\nexport const x = readFileSync;",
  'node-process': 'export const x = process.pid;',
  'node-buffer': "export const x = Buffer.from('a');",
  'node-type': 'export type X = NodeJS.Timeout;',
  timers: 'export const x = setTimeout(() => {}, 1);',
  'dom-value': 'export const x = document.title;',
  'dom-type': 'export type X = HTMLElement;',
};

const PURE = `import { sha256 } from '@noble/hashes/sha2.js';
import { z } from 'zod';
export const shape = z.object({ at: z.number() });
export const hash = sha256(new Uint8Array([Math.max(1, 2), Math.floor(3.5)]));
`;

const inFolder = (folder: string, lines: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(lines).map(([name, line]) => [`${folder}/${name}.ts`, `${line}\n`]));

describe('the purity of shared/', () => {
  let planted: ReturnType<typeof plant>;
  let linted: readonly string[];
  let compiled: readonly string[];

  before(() => {
    planted = plant({
      ...inFolder('shared/engine', IMPURE),
      ...inFolder('shared/scripts', IMPURE),
      ...inFolder('shared/games', UNTYPED),
      'shared/proof/pure.ts': PURE,
    });
    linted = lintErrors(planted.root);
    compiled = typeErrors(planted.root);
  });
  after(() => planted.remove());

  for (const name of Object.keys(IMPURE)) {
    it(`is broken, for the linter, by ${name}`, () => {
      expect(linted).to.include(`shared/engine/${name}.ts`);
    });
  }

  for (const name of Object.keys(UNTYPED)) {
    it(`is broken, for the compiler, by ${name}`, () => {
      expect(compiled).to.include(`shared/games/${name}.ts`);
    });
  }

  it('is not broken by packages, arithmetic, or tools in scripts/ that have clocks', () => {
    expect([...linted, ...compiled]).not.to.include('shared/proof/pure.ts');
    expect(linted).not.to.include('shared/scripts/wall-clock.ts');
  });
});

describe('the environment', () => {
  it('is read in server/config.ts only', () => {
    const reads = ['reads', 'takes', 'imports'].map((verb) => `server/${verb}-environment.ts`);
    const planted = plant({
      'server/reads-environment.ts': 'export const port = process.env.PORT;\n',
      'server/takes-environment.ts': 'const { env } = process;\nexport const port = env.PORT;\n',
      'server/imports-environment.ts': "import { env } from 'node:process';\nexport const port = env.PORT;\n",
      'server/config.ts': 'export const port = process.env.PORT;\n',
    });
    const found = lintErrors(planted.root);
    planted.remove();
    expect(found).to.have.members(reads);
  });
});
