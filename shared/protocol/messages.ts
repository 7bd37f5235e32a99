import { z } from 'zod';
import { ERROR_CODES } from './errors.ts';
import { MoveId, Notice, PartyLine, Said } from './http.ts';

/** The largest frame that a client may send, in bytes. */
export const MAX_FRAME_BYTES = 4096;

/** A client's own id of a message, echoed in its answer; of a move also the key that makes it idempotent. */
const id = MoveId.exactOptional();

/** Client -> server, by message type. */
export const CLIENT_MESSAGES = {
  ready: z.strictObject({ id }),
  leave: z.strictObject({ id }),
  rematch: z.strictObject({ id }),
  move: z.strictObject({
    id,
    revision: z.int().min(0).max(0xffff_ffff),
    action: z.int().min(0).max(0xffff),
  }),
} as const;
export type ClientMessageType = keyof typeof CLIENT_MESSAGES;

/** Client -> server, in the inbox and in a team match: to the player's party. */
export const SayMessage = z.strictObject({ id, text: Said });

/** Server -> client: an action is durable. `revision` is that of its own event; a repeat has the first one's. */
export const AcceptedMessage = z.strictObject({ id, revision: z.int() });
/** Server -> client: a line of the party's talk; `seat` is the speaker's in this match, -1 for a party member beside it. */
export const SaidMessage = z.strictObject({ seat: z.int(), text: Said, at: z.int() });
/** Server -> client: an action was refused, and changed nothing. `revision` is the match's. */
export const RejectedMessage = z.strictObject({
  id,
  code: z.enum(ERROR_CODES),
  message: z.string(),
  revision: z.int(),
});

/** Server -> client, in the inbox. `said` names the speaker, since a party has no seats; an answer has no revision. */
export const INBOX_MESSAGES = {
  accepted: z.strictObject({ id }),
  rejected: z.strictObject({ id, code: z.enum(ERROR_CODES), message: z.string() }),
  said: PartyLine,
  notified: Notice,
} as const;

/** Why the server closes a socket, as WebSocket close codes. */
export const CLOSE_CODES = {
  /** The process goes down: take a new seat. */
  goingDown: 4010,
  /** A frame that is no message of this protocol. */
  badFrame: 4400,
  /** Too many sockets of this player in this match. */
  tooMany: 4409,
  /** A frame of more than MAX_FRAME_BYTES. */
  tooLarge: 4413,
  /** Too many messages in a second. */
  tooFast: 4429,
} as const;
