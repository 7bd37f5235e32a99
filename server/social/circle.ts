import type { Clock } from '../clock.ts';
import type { Presence } from '../host/port.ts';
import type { Limits } from '../limits/port.ts';
import type { Social } from '../store/social/port.ts';
import { Friends } from './friends.ts';
import { Inboxes } from './inbox.ts';
import { NoticeBook } from './notices.ts';

/** What matches and challenges need of the people who play them. */
export interface Circle {
  readonly friends: Friends;
  readonly notices: NoticeBook;
  readonly inboxes: Inboxes;
}

export interface CircleParts {
  readonly social: Social;
  readonly presence: Presence;
  readonly limits: Limits;
  readonly clock: Clock;
}

export function openCircle({ social, presence, limits, clock }: CircleParts): Circle {
  const inboxes = new Inboxes();
  const notices = new NoticeBook({ store: social, inboxes, clock });
  return { inboxes, notices, friends: new Friends({ store: social, presence, limits, notices, clock }) };
}
