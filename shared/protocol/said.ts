/** What may be said in a party or a team match: one line, without characters that hide or turn other text around. */
export const MAX_SAID = 200;

export const SAID = /^(?!\s*$)[^\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]{1,200}$/u;

/** A line as it is kept, or null when it may not be said. */
export function saidLine(text: string): string | null {
  const line = text.trim();
  return SAID.test(line) ? line : null;
}
