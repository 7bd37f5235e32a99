/**
 * Why something failed, in one line. An attempt to reach several addresses has a list of reasons and no message of its
 * own; Prisma's messages show the query first and end with the reason.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  if (!(error instanceof Error)) return String(error);
  return error.message.trim().split('\n').at(-1) ?? '';
}
