import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** The key that a server with the embedded database makes for itself, in its data folder. */
export const KEY_FILE = 'receipt-key.pem';

/** What comes before the 32 bytes of a seed in PKCS#8 (RFC 8410). */
const PKCS8_PREFIX = '302e020100300506032b657004220420';
const OWNER_ONLY = 0o600;

/** The key in a file: PEM (PKCS#8), or its seed as 64 hex digits. Throws one sentence for the operator. */
export function readKey(file: string): KeyObject {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(
      `The receipt key ${file} cannot be read (${codeOf(error)}): set RECEIPT_KEY_FILE to a file that can.`,
    );
  }
  const key = parse(text);
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new Error(
    `The receipt key ${file} must be an Ed25519 private key: PEM (PKCS#8), or its seed as 64 hex digits.`,
  );
}

/** The key in the data folder, made when there is none. Two starts at once get the same one. */
export function ownKey(dataDir: string): KeyObject {
  const file = join(dataDir, KEY_FILE);
  if (!existsSync(file)) makeKey(dataDir, file);
  return readKey(file);
}

function parse(text: string): KeyObject | null {
  try {
    return /^[0-9a-f]{64}$/i.test(text)
      ? createPrivateKey({ key: Buffer.from(PKCS8_PREFIX + text, 'hex'), format: 'der', type: 'pkcs8' })
      : createPrivateKey(text);
  } catch {
    return null;
  }
}

function makeKey(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true });
  const { privateKey } = generateKeyPairSync('ed25519');
  const draft = `${file}.${process.pid}`;
  writeDurably(draft, privateKey.export({ format: 'pem', type: 'pkcs8' }).toString());
  try {
    linkSync(draft, file); // Whole or not at all, and never over the key of a start that was faster.
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dataDir);
}

/** A new file, on disk when it returns, for its owner only. */
export function writeDurably(file: string, content: string | Uint8Array): void {
  rmSync(file, { force: true }); // Left by a start with the same process id that was killed.
  const handle = openSync(file, 'wx', OWNER_ONLY);
  try {
    writeSync(handle, Buffer.from(content));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Makes the names in a folder durable. Windows has no such call, and needs none. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
