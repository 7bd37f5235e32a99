/** What ends a command: one sentence for standard error. */
export class Failure extends Error {}

/** What went wrong, for the inside of a sentence. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
