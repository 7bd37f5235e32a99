import { Keys } from '@freeplay/shared/protocol/http';
import { type PublicKey, replayed, type Verdict, verify } from '@freeplay/shared/receipt';
import { Failure } from './failure.ts';
import { member, readJson, readJsonFrom } from './json.ts';

/** What a command prints, and whether all was as it should be. */
export interface Outcome {
  readonly ok: boolean;
  readonly line: string;
}

export interface VerifyOptions {
  readonly file: string;
  /** Where the replay is, when it is not beside the receipt in `file`. */
  readonly replay: string | undefined;
  /** A file or an address with what `GET /api/multiplayer/keys` answers. */
  readonly keys: string | undefined;
}

export async function verifyFiles({ file, replay, keys }: VerifyOptions): Promise<Outcome> {
  const content = readJson(file);
  const apart = replay === undefined ? undefined : readJson(replay);
  const receipt = member(content, 'receipt') ?? (apart === undefined ? undefined : content);
  const moves = apart === undefined ? member(content, 'replay') : (member(apart, 'replay') ?? apart);
  if (receipt === undefined || moves === undefined) {
    throw new Failure(
      `${file} must hold {"receipt": ..., "replay": ...}, or name the replay's own file with --replay.`,
    );
  }
  const verdict = verify(receipt, moves, keys === undefined ? null : await trusted(keys));
  if (!verdict.ok) return fault(verdict);
  return { ok: true, line: verdict.key === 'known' ? 'valid' : 'valid, key unknown' };
}

/** Plays a replay again, alone or beside its receipt. */
export function replayFile(file: string): Outcome {
  const content = readJson(file);
  const played = replayed(member(content, 'replay') ?? content);
  if (!played.ok) return fault(played);
  const { game, plies, winner, reason } = played.state;
  const { finalHash } = played.replay;
  return { ok: true, line: JSON.stringify({ game, plies, winner, reason, finalHash }) };
}

async function trusted(source: string): Promise<readonly PublicKey[]> {
  const parsed = Keys.safeParse(await readJsonFrom(source));
  if (parsed.success) return parsed.data.keys;
  throw new Failure(`${source} must hold {"keys": [{"kid", "key", "from", "until"}, ...]}.`);
}

function fault({ at, message }: Exclude<Verdict, { ok: true }>): Outcome {
  return { ok: false, line: at === '' ? message : `${at}: ${message}` };
}
