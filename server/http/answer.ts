import type { ServerResponse } from 'node:http';
import { ERROR_STATUS, type ErrorCode } from '@freeplay/shared/protocol';
import type { Refusal } from '../host/port.ts';

/** What every answer of the API carries: never kept by a cache, never taken for anything but its type. */
const ALWAYS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** Seconds, for refusals that name no time of their own. */
const RETRY_AFTER = 1;

export function refusal(code: ErrorCode, message: string, retryAfter?: number): Refusal {
  return { ok: false, code, message, ...(retryAfter === undefined ? {} : { retryAfter }) };
}

/** `body` undefined sends none. */
export function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
  const entity = bytes && { 'content-type': 'application/json; charset=utf-8', 'content-length': `${bytes.length}` };
  response.writeHead(status, { ...ALWAYS, ...entity, ...headers });
  response.end(bytes);
}

/** The one place where refusals become HTTP. */
export function sendRefusal(
  response: ServerResponse,
  { code, message, details, retryAfter }: Refusal,
  headers: Readonly<Record<string, string>> = {},
): void {
  const status = ERROR_STATUS[code];
  const waits = status === 429 || status === 503;
  send(
    response,
    status,
    { error: code, message, ...(details && { details }) },
    { ...headers, ...(waits && { 'retry-after': `${retryAfter ?? RETRY_AFTER}` }) },
  );
}
