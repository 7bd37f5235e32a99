import { existsSync } from 'node:fs';
import path from 'node:path';
import express, { type RequestHandler, type Response, Router } from 'express';

/** Everything that the page may load comes from this very server; nothing runs that stands in the page itself. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Machines ask for what these name, or for a file: they could not read a page. */
const PAGES = /^\/(?!(?:api|metrics|monitor)(?:\/|$))[^.]*$/i;

const YEAR = 'public, max-age=31536000, immutable';

/**
 * The built browser client in `folder`, for `GET` of every path that nothing else has answered: files as they are,
 * and the page itself for the client's own paths (`/m/ID`, `/join/INVITE`).
 */
export function webClient(folder: string): Router {
  const router = Router();
  router.use(
    express.static(folder, {
      index: false,
      setHeaders: (response, file) => shield(response, path.basename(path.dirname(file)) === 'assets'),
    }),
  );
  router.use(page(folder));
  return router;
}

function page(folder: string): RequestHandler {
  return (request, response, next) => {
    const { method, path: asked } = request;
    if ((method !== 'GET' && method !== 'HEAD') || !PAGES.test(decodeURIComponent(asked))) return next();
    shield(response, false);
    if (existsSync(path.join(folder, 'index.html')))
      response.sendFile('index.html', { root: folder, cacheControl: false });
    else response.status(503).type('text').send('The browser client is not built. Run: npm run build -w web\n');
  };
}

/** Files under `assets/` carry a hash of their content in their names and may be kept. */
function shield(response: Response, immutable: boolean): void {
  response.set({
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': immutable ? YEAR : 'no-cache',
  });
}
