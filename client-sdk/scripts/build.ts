import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'tsdown';

/**
 * Makes the package that is published, in `dist` or in the folder that is named: one module and one declaration, what
 * is needed of @freeplay/shared inside. `npm pack` that folder.
 */
const ROOT = path.join(import.meta.dirname, '..');
const outDir = path.resolve(process.argv[2] ?? path.join(ROOT, 'dist'));

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: object;
  readonly dependencies: Readonly<Record<string, string>>;
}

const { name, version, description, license, engines, dependencies }: Manifest = JSON.parse(
  await readFile(path.join(ROOT, 'package.json'), 'utf8'),
);
const shared: Pick<Manifest, 'dependencies'> = JSON.parse(
  await readFile(path.join(ROOT, '../shared/package.json'), 'utf8'),
);

await rm(outDir, { recursive: true, force: true });
await build({
  cwd: ROOT,
  entry: 'index.ts',
  outDir,
  platform: 'neutral',
  target: 'es2022',
  dts: { tsconfig: path.join(ROOT, '../tsconfig.json'), tsc: { eager: true }, compilerOptions: { noEmit: false } },
  deps: { alwaysBundle: /^@freeplay\/shared/ },
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  config: false,
  logLevel: 'error',
});

/** The registry's packages that the bundle imports, at the versions that it was tested with. */
const imported = [...(await readFile(path.join(outDir, 'index.js'), 'utf8')).matchAll(/from "((?:@[^/"]+\/)?[^/"]+)/g)];
const versions = { ...shared.dependencies, ...dependencies };
const manifest = {
  name,
  version,
  description,
  license,
  type: 'module',
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  files: ['index.js', 'index.d.ts'],
  sideEffects: false,
  engines,
  dependencies: Object.fromEntries(
    [...new Set(imported.map(([, id = '']) => id))].sort().map((id) => [id, versions[id]]),
  ),
};
await writeFile(path.join(outDir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
for (const [from, to] of [
  [path.join(ROOT, 'README.md'), 'README.md'],
  [path.join(ROOT, '../LICENSE'), 'LICENSE'],
] as const) {
  await copyFile(from, path.join(outDir, to));
}
