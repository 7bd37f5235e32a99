import type { Seats } from '../host/port.ts';
import type { Console } from './console.ts';
import type { Friends } from './friends.ts';
import type { NoticeBook } from './notices.ts';
import type { Parties } from './parties.ts';

/** All that the routes about people need. */
export interface People {
  readonly friends: Friends;
  readonly parties: Parties;
  readonly notices: NoticeBook;
  readonly console: Console;
  readonly inboxSeat: (player: string) => ReturnType<Seats['seat']>;
}
