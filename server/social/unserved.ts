import type { Challenges, FlipMatches } from '../flip/port.ts';
import { refusal } from '../http/answer.ts';

const unserved = async () => refusal('unavailable', 'Flip Match is not served here.');

/** For a composition without Flip Match: people are served all the same. */
export const NO_MATCHES: FlipMatches = { startSolo: unserved, startTeam: unserved, active: async () => null };

export const NO_CHALLENGES: Challenges = {
  create: unserved,
  list: async () => ({ incoming: [], outgoing: [], active: [], recent: [] }),
  read: unserved,
  act: unserved,
};
