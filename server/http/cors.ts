import type { RequestHandler } from 'express';
import { refusal, send, sendRefusal } from './answer.ts';

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PATCH',
  'access-control-allow-headers': 'content-type, x-player-token, if-none-match',
  'access-control-max-age': '600',
} as const;

export function badOrigin() {
  return refusal('bad-origin', 'Writes are accepted from the configured origins only; send that Origin.');
}

/** Tells browsers which other origins may read the answers: the allowed ones and nobody else. */
export function crossOrigin(allowed: ReadonlySet<string>): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers;
    const known = origin !== undefined && allowed.has(origin);
    response.setHeader('vary', 'Origin');
    if (known) {
      response.setHeader('access-control-allow-origin', origin);
      response.setHeader('access-control-expose-headers', 'ETag, Retry-After');
    }
    if (request.method !== 'OPTIONS') next();
    else if (known) send(response, 204, undefined, PREFLIGHT);
    else sendRefusal(response, badOrigin());
  };
}
