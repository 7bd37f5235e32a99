/** What the schemas of the HTTP contract are made of. */
import { z } from 'zod';

export const whole = () => z.int().min(0);
export const time = () => whole().describe('Epoch milliseconds, 0 = none.');

/** Ids in paths and in `join`: what does not look like one names nothing. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
export const PlayerId = z.string().regex(/^p_[0-9A-Za-z]{22}$/);
export const Name = z.string().regex(/^[A-Za-z0-9_-]{3,20}$/);

export const NoQuery = z.strictObject({});
export const Empty = z.strictObject({});

export const BASE_PATH = '/api/multiplayer';
