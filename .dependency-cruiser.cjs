/** The direction of imports (`npm run imports`); test/house/imports.test.ts plants violations of each rule. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const OURS = '^(shared|client-sdk|server|web|loadtest|prisma|test)/';

/** The rules modules: the files and folders of one word that the registry takes values from; a new game is guarded at once. */
const REGISTRY = readFileSync(join(__dirname, 'shared/games/registry.ts'), 'utf8');
const GAMES = [...REGISTRY.matchAll(/^import \{ .* \} from '\.\/([a-z]+)(?:\/[a-z-]+)?\.ts'/gm)].map(([, id]) => id);
const GAME_MODULES = `^shared/games/(${GAMES.join('|')})(\\.ts$|/)`;

/** `from` may import, of ours, only what `allowed` matches. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: OURS, pathNot: allowed },
});

module.exports = {
  forbidden: [
    only('shared-alone', '^shared/', '^shared/', 'shared imports nothing of ours'),
    only('games-alone', '^shared/games/', '^shared/games/', 'rules are built of shared/games and nothing else'),
    only(
      'engine-pure',
      '^shared/(engine|protocol)/',
      '^shared/(engine|games|proof|protocol)/',
      'the engine needs no tool',
    ),
    only('proof-alone', '^shared/proof/', '^shared/proof/', 'proofs depend on no part of ours'),
    only('sdk-on-shared', '^client-sdk/', '^(client-sdk|shared)/', 'the client SDK imports shared only'),
    only('web-on-sdk', '^web/', '^(web|client-sdk|shared)/', 'the web client imports client-sdk and shared only'),
    only(
      'loadtest-on-sdk',
      '^loadtest/',
      '^(loadtest|client-sdk|shared)/',
      'the load tool imports client-sdk and shared only',
    ),
    only(
      'server-on-shared',
      '^server/',
      '^(server|shared)/',
      'the server imports shared only (and its generated database clients)',
    ),
    {
      name: 'not-to-test',
      comment: 'nothing but tests imports tests',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { path: '^test/' },
    },
    {
      name: 'games-by-registry',
      comment:
        'generic code never names a game: rules are reached through the registry and the public door of shared/games',
      severity: 'error',
      from: {
        pathNot: `^(test|web)/|^server/(rooms|flip|social|store/flip)/|^shared/games/(registry|index)\\.ts$|${GAME_MODULES}`,
      },
      to: { path: GAME_MODULES },
    },
    {
      name: 'game-by-itself',
      comment: 'no game imports another one',
      severity: 'error',
      from: { path: '^shared/games/([^/.]+)', pathNot: '^shared/games/(registry|index)\\.ts$' },
      to: { path: GAME_MODULES, pathNot: '^shared/games/$1(\\.ts$|/)' },
    },
    {
      name: 'shared-without-node',
      comment: 'shared runs in browsers too (its scripts are tools)',
      severity: 'error',
      from: { path: '^shared/', pathNot: '^shared/scripts/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'games-without-packages',
      comment: 'rules need no package',
      severity: 'error',
      from: { path: '^shared/games/' },
      to: { path: 'node_modules' },
    },
    { name: 'no-cycle', comment: 'no circles of imports', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      comment: 'every import resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'declared',
      comment:
        'every package is in a package.json that reaches the importer (tests and tools use those of the parts they drive)',
      severity: 'error',
      from: { pathNot: '^(server/generated|prisma|test)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: ['node_modules', '^server/generated/'] },
    exclude: { path: '(^|/)(dist|coverage|data)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
