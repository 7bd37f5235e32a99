import type { Envelope } from '@freeplay/shared/engine';
import { ERROR_CODES, ERROR_STATUS } from '@freeplay/shared/protocol';
import {
  type Failure,
  type History,
  Profile,
  type ProfilePatch,
  type Replay,
  type RoomActionRequest,
  type RoomRequest,
  type Snapshot,
} from '@freeplay/shared/protocol/http';
import type * as Receipts from '@freeplay/shared/receipt';
import { expect } from 'chai';
import type { z } from 'zod';
import type * as Port from '../../server/host/port.ts';
import type { PlayerPatch } from '../../server/store/port.ts';
import { DIFFICULTIES } from '../../server/store/port.ts';

type DeepReadonly<T> = T extends object ? { readonly [P in keyof T]: DeepReadonly<T[P]> } : T;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Inferred<S extends z.ZodType> = DeepReadonly<z.infer<S>>;

/** The compiler refuses `true` where two types differ in any field, optionality or member. */
const SAME: {
  readonly snapshot: Same<Inferred<typeof Snapshot>, DeepReadonly<Envelope>>;
  readonly history: Same<Inferred<typeof History>['rooms'][number], DeepReadonly<Port.HistoryRoom>>;
  readonly enter: Same<
    Extract<Inferred<typeof RoomRequest>, { readonly mode: string }>,
    DeepReadonly<Port.EnterRequest>
  >;
  readonly action: Same<Inferred<typeof RoomActionRequest>, DeepReadonly<Port.RoomAction>>;
  readonly patch: Same<Inferred<typeof ProfilePatch>, DeepReadonly<PlayerPatch>>;
  readonly replay: Same<Omit<Inferred<typeof Replay>, 'events'>, DeepReadonly<Omit<Receipts.Replay, 'events'>>>;
  readonly event: Same<
    Omit<Inferred<typeof Replay>['events'][number], 'data'>,
    DeepReadonly<Omit<Receipts.ReplayEvent, 'data'>>
  >;
  readonly details: Same<
    Required<Inferred<typeof Failure>>['details'],
    DeepReadonly<Required<Port.Refusal>['details']>
  >;
} = {
  snapshot: true,
  history: true,
  enter: true,
  action: true,
  patch: true,
  replay: true,
  event: true,
  details: true,
};

describe('The schemas of the HTTP contract', () => {
  it('describe exactly the hand-written types (held by the compiler)', () => {
    expect(Object.values(SAME).every((same) => same)).to.equal(true);
  });

  it('list the difficulties that the store keeps', () => {
    const { difficulty } = Profile.shape.preferences.shape;
    expect(difficulty.options).to.deep.equal([...DIFFICULTIES]);
  });

  it('know each error with the status of the specification', () => {
    const statuses = Map.groupBy(ERROR_CODES, (code) => ERROR_STATUS[code]);
    expect(Object.fromEntries(statuses)).to.deep.equal({
      400: ['bad-request', 'illegal-action'],
      401: ['no-session'],
      403: ['bad-origin', 'forbidden'],
      404: ['not-found'],
      409: [
        ...['stale-revision', 'not-your-turn', 'wrong-status', 'already-ended', 'in-active-match', 'room-full'],
        ...['name-taken', 'self-challenge', 'blocked', 'duplicate', 'too-many-pending', 'hints-disabled'],
        ...['no-hints-left', 'pass-not-allowed', 'build-changed', 'post-score-closed'],
      ],
      410: ['expired'],
      413: ['too-large'],
      415: ['not-json'],
      429: ['rate-limited'],
      503: ['at-capacity', 'draining', 'unavailable'],
    });
  });
});
