import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { startServer } from '../../loadtest/server.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const SDK = path.join(ROOT, 'client-sdk');
const MODULES = path.join(ROOT, 'node_modules');
const run = promisify(execFile);

/** What the package itself may weigh, and what a browser loads of it and its packages in all; compressed. */
const OWN_BYTES = 44 * 1024;
const BROWSER_BYTES = 80 * 1024;

describe('SDK: the package as it is published', function () {
  this.timeout(180_000);
  let folder = '';
  let installed = '';
  let client = '';

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'freeplay-package-'));
    const built = path.join(folder, 'built');
    installed = path.join(folder, 'node_modules/@freeplay/client-sdk');
    await run(process.execPath, [path.join(SDK, 'scripts/build.ts'), built]);
    const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
      cwd: built,
    });
    await mkdir(installed, { recursive: true });
    await run('tar', ['-xzf', path.join(folder, stdout.trim()), '--strip-components=1', '-C', installed]);
    await symlink(path.join(MODULES, '@colyseus'), path.join(folder, 'node_modules/@colyseus'));
    const readme = await readFile(path.join(installed, 'README.md'), 'utf8');
    client = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    await writeFile(path.join(folder, 'client.ts'), client);
    await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('holds one module, its types and what is to be read, and needs only packages of the registry', async () => {
    expect((await readdir(installed)).sort()).deep.equal([
      'LICENSE',
      'README.md',
      'index.d.ts',
      'index.js',
      'package.json',
    ]);
    const { dependencies } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'));
    const workspace = JSON.parse(await readFile(path.join(SDK, 'package.json'), 'utf8'));
    expect(dependencies).deep.equal({ '@colyseus/sdk': workspace.dependencies['@colyseus/sdk'] });
    for (const file of ['index.js', 'index.d.ts']) {
      expect(await readFile(path.join(installed, file), 'utf8'), file).not.to.match(/@freeplay\/shared|from ["']zod/);
    }
  });

  it('has exports and types that publint finds nothing wrong with', async () => {
    const { stdout } = await run(path.join(MODULES, '.bin/publint'), ['--strict', installed]);
    expect(stdout).to.contain('All good');
  });

  it('weighs no more than is promised', async () => {
    expect(gzipSync(await readFile(path.join(installed, 'index.js'))).length).at.most(OWN_BYTES);
    const out = path.join(folder, 'browser');
    const options = ['--minify', '--platform', 'browser', '--dir', out];
    await run(path.join(MODULES, '.bin/rolldown'), [path.join(installed, 'index.js'), ...options]);
    expect(gzipSync(await readFile(path.join(out, 'index.js'))).length).at.most(BROWSER_BYTES);
  });

  it('type-checks in a strict program that uses it, its own declarations included', async () => {
    await writeFile(path.join(folder, 'process.d.ts'), 'declare const process: { readonly argv: string[] };\n');
    const compilerOptions = {
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
    };
    const project = { compilerOptions, files: ['client.ts', 'process.d.ts'] };
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(project));
    const tsc = path.join(MODULES, 'typescript/bin/tsc');
    const check = run(process.execPath, [tsc, '-p', folder]);
    await check.catch(({ stdout }: { stdout: string }) => expect.fail(stdout));
  });

  it('plays the client of its README, in 30 lines, against itself to the end', async () => {
    expect(client.trim().split('\n').length).at.most(30);
    const server = await startServer();
    try {
      const play = () => run(process.execPath, ['client.ts', server.url, 'gravity'], { cwd: folder });
      const [first, second] = (await Promise.all([play(), play()])).map(({ stdout }) => stdout);
      expect(first).to.contain('connection: live');
      expect(second).to.contain('connection: live');
      const results = [first, second].map((text) => /^(won|lost|drawn)/m.exec(text ?? '')?.[1]).sort();
      expect(results).to.be.deep.oneOf([
        ['lost', 'won'],
        ['drawn', 'drawn'],
      ]);
    } finally {
      await server.stop();
    }
  });

  it('has the public interface that the checked-in report shows', async () => {
    await run(process.execPath, [path.join(SDK, 'scripts/api-report.ts'), '--check', installed]);
  });
});
