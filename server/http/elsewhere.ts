import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import type { Refusal } from '../host/port.ts';
import type { Log } from '../log.ts';
import { StoreUnavailable } from '../store/port.ts';
import { refusal, sendRefusal } from './answer.ts';

/** Ends an application: what nothing has answered names nothing. Nobody gets a page of the framework's own. */
export function elsewhere(app: Express, log: Log): Express {
  return app.use(answerNotFound).use(lastResort(log));
}

export const answerNotFound: RequestHandler = (_request, response) => sendRefusal(response, notFound());

export function notFound(): Refusal {
  return refusal('not-found', 'There is nothing here for you; check the address.');
}

/** A database that cannot answer, and what nobody foresaw: the client may try again, the operator reads why. */
export function lastResort(log: Log) {
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
    if (fault instanceof StoreUnavailable) log.warn({ route, reason: fault.message }, 'the database does not answer');
    else log.error({ route, err: fault }, 'a request failed unexpectedly');
    sendRefusal(response, refusal('unavailable', 'The service cannot answer now; try again.'));
  };
}
