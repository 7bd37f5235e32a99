import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import type { Clock } from '../clock.ts';
import type { Refusal } from '../host/port.ts';
import type { Log } from '../log.ts';
import { StoreUnavailable } from '../store/port.ts';
import { refusal, sendRefusal } from './answer.ts';

interface Surroundings {
  readonly clock: Clock;
  readonly log: Log;
}

/** While every request meets the same outage, its reason is told so often. */
const TOLD_MS = 60_000;

/** Ends an application: what nothing has answered names nothing. Nobody gets a page of the framework's own. */
export function elsewhere(app: Express, around: Surroundings): Express {
  return app.use(answerNotFound).use(lastResort(around));
}

export const answerNotFound: RequestHandler = (_request, response) => sendRefusal(response, notFound());

export function notFound(): Refusal {
  return refusal('not-found', 'There is nothing here for you; check the address.');
}

/** A database that cannot answer, and what nobody foresaw: the client may try again, the operator reads why. */
export function lastResort({ clock, log }: Surroundings) {
  const told = seldom(clock);
  return (fault: unknown, request: Request, response: Response, _next: NextFunction): void => {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    // The only fault of a client's making that gets here: a path with broken percent signs.
    if (fault instanceof URIError) {
      sendRefusal(response, notFound());
      return;
    }
    const route: unknown = request.route?.path;
    if (fault instanceof StoreUnavailable) {
      // Some of these only a request meets: a full disk where no match is played, a statement that always fails.
      const level = told(fault.message) ? 'debug' : 'warn';
      log[level]({ route, reason: fault.message }, 'a request failed: the database does not answer');
    } else log.error({ route, err: fault }, 'a request failed unexpectedly');
    sendRefusal(response, refusal('unavailable', 'The service cannot answer now; try again.'));
  };
}

/** Says whether something was told a while ago; if not, it counts as told from now on. */
function seldom(clock: Clock): (what: string) => boolean {
  const until = new Map<string, number>();
  return (what) => {
    const now = clock.monotonic();
    for (const [each, end] of until) if (end <= now) until.delete(each);
    if (until.has(what)) return true;
    until.set(what, now + TOLD_MS);
    return false;
  };
}
