import { canonical } from '@freeplay/shared/proof';
import { NOTICE_KINDS, type NoticeKind } from '@freeplay/shared/protocol';
import type { Clock } from '../clock.ts';
import type { NoticeData, Notifier } from '../flip/port.ts';
import type { NoticeRecord, Notices } from '../store/social/port.ts';
import type { Inboxes, Pushed } from './inbox.ts';

/** As many notifications are read at a time. */
export const NOTICES = 100;

export interface NoticeParts {
  readonly store: Notices;
  readonly inboxes: Inboxes;
  readonly clock: Clock;
}

export interface NoticePage {
  readonly unread: number;
  /** Oldest first. */
  readonly items: readonly Pushed[];
}

/** What players are told: kept and numbered first, then pushed. */
export class NoticeBook implements Notifier {
  readonly #parts: NoticeParts;

  constructor(parts: NoticeParts) {
    this.#parts = parts;
  }

  async notify(player: string, kind: NoticeKind, text: string, data: NoticeData): Promise<void> {
    const { store, clock } = this.#parts;
    await store.addNotice({ player, kind, at: clock.now(), text, data: canonical({ ...data }) });
    this.wake([player]);
  }

  wake(players: readonly string[]): void {
    this.#parts.inboxes.wake(players);
  }

  /** The next ones after a number; null: the last ones. */
  async list(player: string, after: number | null): Promise<NoticePage> {
    const { unread, items } = await this.#parts.store.listNotices(player, after, NOTICES);
    return { unread, items: items.map(pushed) };
  }

  /** All up to this number are read; answers what is not. */
  async ack(player: string, id: number): Promise<NoticePage> {
    await this.#parts.store.ackNotices(player, id);
    this.wake([player]);
    return this.list(player, id);
  }
}

function pushed({ id, kind, at, text, data }: NoticeRecord): Pushed {
  const known = NOTICE_KINDS.find((one) => one === kind);
  if (known === undefined) throw new TypeError(`not a kind of notification in the database: ${kind}`);
  return { id, kind: known, at, text, data: JSON.parse(data) }; // Written by us.
}
