import type { Clock } from '../../server/clock.ts';
import type { Limits } from '../../server/limits/port.ts';
import type { PresenceBook } from '../../server/presence/presence.ts';
import type { Random } from '../../server/random.ts';
import { openCircle } from '../../server/social/circle.ts';
import { Console } from '../../server/social/console.ts';
import { Parties } from '../../server/social/parties.ts';
import type { People } from '../../server/social/people.ts';
import { SOCIAL_METHODS, type Social } from '../../server/store/social/port.ts';

interface Around {
  readonly clock: Clock;
  readonly presence: PresenceBook;
  readonly limits: Limits;
  readonly random: Random;
}

/** The people's part of the server over a store, matches and rooms of which every call ends as `fail` does. */
export function failingPeople(fail: () => Promise<never>, around: Around): People {
  const social = Object.fromEntries(SOCIAL_METHODS.map((method) => [method, fail])) as unknown as Social; // by its own list
  const rooms = { act: fail, snapshot: fail, history: fail };
  const matches = { startSolo: fail, startTeam: fail, active: fail };
  const challenges = { create: fail, list: fail, read: fail, act: fail };
  const circle = openCircle({ social, ...around });
  const parties = new Parties({ store: social, ...circle, ...around, matches, rooms });
  const { friends, notices } = circle;
  const identity = { record: fail };
  const console = new Console({ rooms, matches, challenges, friends, parties, questions: social, identity, ...around });
  return { friends, notices, parties, console, inboxSeat: fail };
}
