import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULES } from '@freeplay/shared/games';
import { expect } from 'chai';
import { plant, ROOT, sourcesUnder } from './planted-tree.ts';

const FOLDERS = ['shared', 'client-sdk', 'server', 'web', 'loadtest', 'prisma', 'test'];

interface Cruise {
  readonly modules: readonly {
    readonly source: string;
    readonly dependencies: readonly { readonly resolved: string }[];
  }[];
  readonly summary: { readonly violations: readonly Violation[] };
}

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string; readonly severity: string };
}

/** What `npm run imports` sees in the repository at `root`. */
function cruise(root: string): Cruise {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [program, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

const edges = ({ summary }: Cruise): string[] =>
  summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);

/** A repository in which every import is right. */
const RIGHT: Readonly<Record<string, string>> = {
  'shared/games/game.ts': 'export type Game = { readonly id: string };',
  'shared/games/grid.ts': 'export const size = 4;',
  'shared/games/gravity.ts': "import { size } from './grid.ts';\nexport const gravity = { id: String(size) };",
  'shared/games/five.ts': "export const five = { id: 'five' };",
  'shared/games/registry.ts':
    "import { five } from './five.ts';\nimport type { Game } from './game.ts';\nimport { gravity } from './gravity.ts';\nexport const GAMES: Game[] = [gravity, five];",
  'shared/games/index.ts': "export * from './registry.ts';",
  'shared/engine/index.ts': "export { GAMES } from '../games/index.ts';",
  'client-sdk/index.ts': "export * from '../shared/engine/index.ts';",
  'server/main.ts': "export * from '../shared/engine/index.ts';",
  'server/generated/client.ts': 'export const client = 1;',
  'server/store.ts': "export * from './generated/client.ts';",
  'web/main.ts': "export * from '../client-sdk/index.ts';",
  'loadtest/main.ts': "export * from '../client-sdk/index.ts';",
  'test/x.test.ts': "export * from '../shared/games/gravity.ts';",
};

const importing = (path: string): string => `export * from '${path}';\n`;

/** Each planted file, what it imports, and the rule that forbids it. */
const WRONG: readonly (readonly [file: string, imports: string, rule: string])[] = [
  ['shared/engine/reaches-server.ts', '../../server/main.ts', 'shared-alone'],
  ['shared/protocol/reaches-sdk.ts', '../../client-sdk/index.ts', 'shared-alone'],
  ['shared/engine/reaches-scripts.ts', '../scripts/tool.ts', 'engine-pure'],
  ['shared/engine/reads-files.ts', 'node:fs', 'shared-without-node'],
  ['shared/engine/names-a-game.ts', '../games/gravity.ts', 'games-by-registry'],
  ['shared/games/reaches-engine.ts', '../engine/index.ts', 'games-alone'],
  ['shared/games/names-a-game.ts', './gravity.ts', 'games-by-registry'],
  ['shared/games/uses-a-package.ts', 'zod', 'games-without-packages'],
  ['shared/proof/reaches-engine.ts', '../engine/index.ts', 'proof-alone'],
  ['client-sdk/reaches-server.ts', '../server/main.ts', 'sdk-on-shared'],
  ['client-sdk/reaches-web.ts', '../web/main.ts', 'sdk-on-shared'],
  ['web/reaches-server.ts', '../server/main.ts', 'web-on-sdk'],
  ['loadtest/reaches-web.ts', '../web/main.ts', 'loadtest-on-sdk'],
  ['server/reaches-sdk.ts', '../client-sdk/index.ts', 'server-on-shared'],
  ['server/names-a-game.ts', '../shared/games/five.ts', 'games-by-registry'],
  ['server/reaches-test.ts', '../test/x.test.ts', 'not-to-test'],
  ['server/nowhere.ts', './nothing-here.ts', 'resolvable'],
  ['server/undeclared.ts', 'chai', 'declared'],
];

describe('the direction of imports', () => {
  let planted: ReturnType<typeof plant>;
  afterEach(() => planted?.remove());

  it('has nothing to say about a repository in which every import is right', () => {
    planted = plant(RIGHT);
    expect(edges(cruise(planted.root))).to.deep.equal([]);
  });

  it('reports each planted violation under its own rule, and no game may build on another', () => {
    const wrong = Object.fromEntries(WRONG.map(([file, path]) => [file, importing(path)]));
    const circle = {
      'server/circle-a.ts': importing('./circle-b.ts'),
      'server/circle-b.ts': importing('./circle-a.ts'),
    };
    const gameOnGame = `import { gravity } from './gravity.ts';\nexport const five = gravity;`;
    planted = plant({
      ...RIGHT,
      'shared/scripts/tool.ts': 'export const a = 1;',
      ...wrong,
      ...circle,
      'shared/games/five.ts': gameOnGame,
    });
    const { summary } = cruise(planted.root);
    const reported = summary.violations.map(({ rule, from }) => `${rule.severity} ${rule.name} ${from}`);
    const expected = WRONG.map(([file, , rule]) => `error ${rule} ${file}`);
    expect(reported).to.include.members([...expected, 'error game-by-itself shared/games/five.ts']);
    expect(reported.join('\n')).to.match(/error no-cycle server\/circle-[ab]\.ts/);
  });

  it('holds in this repository, and the check saw every source file and the imports between workspaces', () => {
    const seen = cruise(ROOT);
    expect(edges(seen)).to.deep.equal([]);
    const sources = FOLDERS.filter((folder) => existsSync(join(ROOT, folder))).flatMap(sourcesUnder);
    expect(sources).to.have.length.above(60);
    expect(seen.modules.map(({ source }) => source)).to.include.members(sources);
    const byWorkspace = seen.modules
      .filter(({ source }) => source.startsWith('server/'))
      .flatMap(({ dependencies }) => dependencies.map(({ resolved }) => resolved));
    expect(byWorkspace).to.include('shared/engine/index.ts');
  });

  it('keeps the names of games out of generic code', () => {
    const games = RULES.map(({ id }) => id);
    expect(games).to.include.members(['gravity', 'reversi', 'boxes', 'five']);
    const named = new RegExp(`['"](${games.join('|')})['"]`);
    const generic = ['shared/engine', 'shared/proof', 'shared/protocol', 'client-sdk', 'server']
      .flatMap(sourcesUnder)
      .filter((path) => !path.startsWith('server/rooms/'))
      // What is about Flip Match alone says so in its path; the SDK's types are one list.
      .filter((path) => !/\/flip(\/|\.ts$)/.test(path) && path !== 'client-sdk/types.ts');
    expect(generic.filter((path) => named.test(readFileSync(join(ROOT, path), 'utf8')))).to.deep.equal([]);
  });
});
