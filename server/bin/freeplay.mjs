#!/usr/bin/env node
/** The command `freeplay`: plain JavaScript for whatever Node the machine has, which starts the pinned one on the rest. */
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = [22, 18];
const MAIN = join(dirname(fileURLToPath(import.meta.url)), '..', 'cli', 'main.ts');
const IS_WINDOWS = process.platform === 'win32';

/** The Node that package.json pins, or null: not installed, or a platform that uses its own. */
function pinnedNode() {
  const name = `node-${IS_WINDOWS ? 'win' : process.platform}-${process.arch}`;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const file = join(folder, 'bin', IS_WINDOWS ? 'node.exe' : 'node');
    return existsSync(file) ? realpathSync(file) : null;
  } catch {
    return null;
  }
}

function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

const node = pinnedNode();
if (node === null && !isNewEnough()) {
  process.stderr.write(
    `freeplay: this needs Node.js ${OLDEST_NODE.join('.')} or newer, and this is ${process.version}.\n`,
  );
  process.exitCode = 2;
} else if (node === null || node === realpathSync(process.execPath)) {
  await import(MAIN);
} else {
  const { status, error } = spawnSync(node, [MAIN, ...process.argv.slice(2)], { stdio: 'inherit' });
  if (error) process.stderr.write(`freeplay: ${error.message}\n`);
  process.exitCode = status ?? 2;
}
