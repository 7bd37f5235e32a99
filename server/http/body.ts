import type { IncomingMessage } from 'node:http';
import { MAX_BODY_BYTES } from '@freeplay/shared/protocol/http';
import type { Refusal } from '../host/port.ts';
import { refusal } from './answer.ts';

export type Body = { readonly ok: true; readonly bytes: Uint8Array } | Refusal;

/**
 * What is read and thrown away of a body that is too large: a client that sends it all before it listens still gets
 * its answer. Beyond that it does not.
 */
const PATIENCE_BYTES = 1024 * 1024;

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** The body of a request: at most 1 KiB, of JSON type unless it is empty. Null: the client went away. */
export async function readBody(request: IncomingMessage): Promise<Body | null> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > PATIENCE_BYTES) return tooLarge();
  const bytes = await readBytes(request);
  if (bytes === null) return null;
  if (bytes === 'too-large') return tooLarge();
  if (bytes.length > 0 && !isPlainJson(request)) {
    return refusal('not-json', 'Send the body as application/json in UTF-8, without a content-encoding.');
  }
  return { ok: true, bytes };
}

function readBytes(request: IncomingMessage): Promise<Uint8Array | 'too-large' | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
      if (size > PATIENCE_BYTES) {
        request.pause();
        resolve('too-large');
      }
    });
    request.on('end', () => resolve(size > MAX_BODY_BYTES ? 'too-large' : Buffer.concat(chunks)));
    request.on('error', () => resolve(null));
    request.on('close', () => resolve(null));
  });
}

function tooLarge(): Refusal {
  return refusal('too-large', `Send a body of at most ${MAX_BODY_BYTES} bytes.`);
}

function isPlainJson(request: IncomingMessage): boolean {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  return encoding === 'identity' && JSON_TYPE.test(request.headers['content-type'] ?? '');
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON value in `bytes`, or undefined. Canonical JSON knows no -0, so it is read as 0. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes), (_key, value) => (value === 0 ? 0 : value));
  } catch {
    return undefined;
  }
}
