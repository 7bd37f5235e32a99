import type { PEOPLE_OPERATIONS } from '@freeplay/shared/protocol/http';
import type { Handlers } from '../http/call.ts';
import type { People } from './people.ts';

/** The handlers of the operations about people. */
export function peopleHandlers(people: People): Pick<Handlers, keyof typeof PEOPLE_OPERATIONS> {
  const { friends, parties, notices, console } = people;
  return {
    async readFriends({ player }) {
      return { status: 200, body: await friends.list(player) };
    },

    async changeFriends({ player, body: { name, kind } }) {
      const changed = await friends.act(player, name, kind);
      return changed.ok ? { status: 200, body: changed.lists } : changed;
    },

    async openParty({ player }) {
      const opened = await parties.open(player);
      return opened.ok ? { status: opened.created ? 201 : 200, body: opened.party } : opened;
    },

    async readParty({ player }) {
      const found = await parties.mine(player);
      return found.ok ? { status: 200, body: found.party } : found;
    },

    async joinParty({ player, body: { code } }) {
      const joined = await parties.join(player, code);
      return joined.ok ? { status: 200, body: joined.party } : joined;
    },

    async actInParty({ player, id, body }) {
      const done = await parties.act(player, id, body);
      return done.ok ? { status: 200, body: done.party } : done;
    },

    async readNotices({ player, query: { after } }) {
      return { status: 200, body: await notices.list(player, after === undefined ? null : Number(after)) };
    },

    async ackNotices({ player, body: { ack } }) {
      return { status: 200, body: await notices.ack(player, ack) };
    },

    async takeInboxSeat({ player }) {
      const seat = await people.inboxSeat(player);
      return seat.ok ? { status: 200, body: seat.reservation } : seat;
    },

    async command({ player, body: { text } }) {
      const reply = await console.run(player, text);
      return 'ok' in reply ? reply : { status: 200, body: reply };
    },
  };
}
