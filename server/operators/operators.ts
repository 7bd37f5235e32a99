import { createHash, timingSafeEqual } from 'node:crypto';
import { monitor } from '@colyseus/monitor';
import { type RequestHandler, Router } from 'express';
import { refusal, sendRefusal } from '../http/answer.ts';
import type { Metrics } from './metrics.ts';

/** The operator's name and password, for HTTP Basic authentication. */
export interface OperatorLogin {
  readonly user: string;
  readonly password: string;
}

/**
 * What operators look at: `/metrics` (Prometheus) and `/monitor` (Colyseus), behind their password. Without one
 * neither exists. The monitor only shows: its call of any room method is closed.
 */
export function operators(login: OperatorLogin | null, metrics: Metrics): Router {
  const router = Router();
  if (login === null) return router;
  const guard = basicAuth(login);
  router.get('/metrics', guard, async (_request, response) => {
    response.set({ 'content-type': metrics.contentType, 'cache-control': 'no-store' });
    response.send(await metrics.text());
  });
  router.use('/monitor', guard, onlyLook, monitor());
  return router;
}

const onlyLook: RequestHandler = (request, response, next) => {
  // Normalised, so that no spelling of the path gets by.
  const path = decodeURIComponent(request.path).replace(/\/+/g, '/').toLowerCase();
  const looks = (request.method === 'GET' || request.method === 'HEAD') && !path.includes('/call');
  if (looks) next();
  else sendRefusal(response, refusal('forbidden', 'The monitor only shows.'));
};

function basicAuth({ user, password }: OperatorLogin): RequestHandler {
  const wanted = digest(`${user}:${password}`);
  return (request, response, next) => {
    const [scheme = '', value = ''] = (request.headers.authorization ?? '').split(' ');
    const given = Buffer.from(value, 'base64').toString('utf8');
    if (scheme.toLowerCase() === 'basic' && timingSafeEqual(digest(given), wanted)) return next();
    response.set({
      'www-authenticate': 'Basic realm="Freeplay operators", charset="UTF-8"',
      'cache-control': 'no-store',
    });
    response.status(401).json({ error: 'forbidden', message: 'This page is for operators.' });
  };
}

/** Equal lengths, so that the comparison takes the same time for every guess. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
