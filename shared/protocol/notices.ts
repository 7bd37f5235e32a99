/** What a player is told of. Stored: append only. */
export const NOTICE_KINDS = [
  'challenge-received',
  'challenge-accepted',
  'challenge-declined',
  'challenge-expired',
  'friend-request',
  'team-started',
  'your-turn',
  'match-finished',
  'race-result',
  'party-invite',
  'achievement',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** A notification to be written; `at` is epoch ms, `data` plain JSON. */
export interface NoticeDraft {
  readonly player: string;
  readonly kind: NoticeKind;
  readonly at: number;
  /** One sentence for the player. */
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}
