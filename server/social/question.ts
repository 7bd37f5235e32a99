import { z } from 'zod';

const Challenge = z.string();

/** What the console has asked a player: may it leave their match for another one; or offered: a race against a score. */
const Question = z.union([
  z.strictObject({
    kind: z.literal('leave'),
    next: z.literal('start'),
    difficulty: z.enum(['EASY', 'MEDIUM', 'HARD']).exactOptional(),
    theme: z.string().exactOptional(),
    abandon: z.boolean().exactOptional(),
  }),
  z.strictObject({ kind: z.literal('leave'), next: z.literal('team') }),
  z.strictObject({ kind: z.literal('leave'), next: z.enum(['run', 'accept']), challenge: Challenge }),
  z.strictObject({ kind: z.literal('offer'), room: z.string() }),
]);
export type Question = z.infer<typeof Question>;

/** A stored question; null for none, or one that another build has asked. */
export function questionIn(text: string | null): Question | null {
  if (text === null) return null;
  const parsed = Question.safeParse(JSON.parse(text)); // Written by us.
  return parsed.success ? parsed.data : null;
}
