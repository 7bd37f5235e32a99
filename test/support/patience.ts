/** What a service on this machine has not done within it, it will never do. */
export const PATIENCE_MS = 120_000;

/** The promise, or an error that says what was waited for in vain. */
export async function patiently<T>(promise: Promise<T>, what: () => string): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`waited in vain for ${what()}`)), PATIENCE_MS);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
