import type { z } from 'zod';
import type { Refusal } from '../host/port.ts';
import { refusal } from './answer.ts';

/** One sentence on the first thing that is wrong. It repeats nothing of what was sent. */
export function invalid(error: z.ZodError): Refusal {
  const issue = error.issues[0];
  if (issue === undefined) return refusal('bad-request', 'The request is malformed.');
  if (issue.code === 'unrecognized_keys') return refusal('bad-request', 'There is a field that is not known.');
  return refusal('bad-request', `${issue.path.join('.') || 'request'}: ${issue.message}.`);
}
