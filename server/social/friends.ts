import { FRIEND_BOUNDS } from '@freeplay/shared/protocol/http';
import type { Clock } from '../clock.ts';
import type { Notifier, SocialGraph } from '../flip/port.ts';
import type { Presence, Refusal } from '../host/port.ts';
import { refusal } from '../http/answer.ts';
import type { Limits } from '../limits/port.ts';
import type { Crowded, Friend, FriendBounds, Friends as FriendStore, Person } from '../store/social/port.ts';

export interface FriendParts {
  readonly store: FriendStore;
  readonly presence: Presence;
  readonly limits: Limits;
  readonly notices: Notifier;
  readonly clock: Clock;
  /** Where they are not those of the contract. */
  readonly bounds?: FriendBounds;
}

export interface FriendView extends Friend {
  readonly online: boolean;
}

export interface FriendsView {
  readonly friends: readonly FriendView[];
  readonly incoming: readonly Person[];
  readonly outgoing: readonly Person[];
  readonly blocked: readonly Person[];
}

export type FriendKind = 'request' | 'accept' | 'decline' | 'remove' | 'block' | 'unblock';

/** Who is whose friend, and who wants to hear nothing of whom. */
export class Friends implements SocialGraph {
  readonly #parts: FriendParts;
  readonly #bounds: FriendBounds;

  constructor(parts: FriendParts) {
    this.#parts = parts;
    this.#bounds = parts.bounds ?? FRIEND_BOUNDS;
  }

  async list(player: string): Promise<FriendsView> {
    const { friends, ...rest } = await this.#parts.store.friendLists(player);
    return {
      ...rest,
      friends: friends.map((friend) => ({ ...friend, online: this.#parts.presence.online(friend.player) })),
    };
  }

  async act(
    player: string,
    name: string,
    kind: FriendKind,
  ): Promise<{ readonly ok: true; readonly lists: FriendsView } | Refusal> {
    const taken = await this.#parts.limits.take('action', player);
    if (!taken.ok) return refusal('rate-limited', 'Too many requests; slow down.', taken.retryAfter);
    const other = await this.#parts.store.findPlayer(name);
    if (other === null) return refusal('not-found', 'There is no player of this name.');
    if (other.player === player) return refusal('self-challenge', 'This is you. Name another player.');
    const refused = await this.#change(player, other, kind);
    if (refused !== null) return refused;
    this.#parts.notices.wake([player, other.player]);
    return { ok: true, lists: await this.list(player) };
  }

  /** A block on either side, and then the wish of who is challenged, decide. */
  async canChallenge(from: string, to: string): Promise<'ok' | 'blocked'> {
    const { blocked, friends, challengesFrom } = await this.#parts.store.bond(from, to);
    return !blocked && (friends || challengesFrom === 'anyone') ? 'ok' : 'blocked';
  }

  async areFriends(one: string, other: string): Promise<boolean> {
    return (await this.#parts.store.bond(one, other)).friends;
  }

  async #change(player: string, { player: other, name }: Person, kind: FriendKind): Promise<Refusal | null> {
    const { store, clock } = this.#parts;
    switch (kind) {
      case 'request':
        return this.#request(player, other, name);
      case 'accept':
        return this.#accept(player, other, name);
      case 'decline':
        await store.declineFriend(player, other);
        return null;
      case 'remove':
        await store.removeFriend(player, other);
        return null;
      case 'block':
        await store.block(player, other, clock.now());
        return null;
      case 'unblock':
        await store.unblock(player, other);
        return null;
    }
  }

  async #accept(player: string, other: string, name: string): Promise<Refusal | null> {
    const { store, clock } = this.#parts;
    const outcome = await store.acceptFriend(player, other, clock.now(), this.#bounds.friends);
    if (outcome === 'accepted') return null;
    return outcome === 'none' ? refusal('not-found', `${name} has not asked you.`) : this.#crowded(outcome, name);
  }

  #crowded(who: Crowded, name: string): Refusal {
    const most = this.#bounds.friends;
    return who === 'own-friends'
      ? refusal('too-many-pending', `You have ${most} friends, the most there can be: remove one first.`)
      : refusal('too-many-pending', `${name} has ${most} friends, the most there can be.`);
  }

  async #request(player: string, other: string, name: string): Promise<Refusal | null> {
    const { store, clock, notices } = this.#parts;
    const outcome = await store.befriend(player, other, clock.now(), this.#bounds);
    switch (outcome) {
      case 'asked': {
        const own = (await store.findPlayer(player))?.name ?? '';
        await notices.notify(other, 'friend-request', `${own} would like to be your friend.`, { player, name: own });
        return null;
      }
      case 'accepted':
      case 'known':
        return null;
      case 'blocked':
        return refusal('blocked', `You and ${name} cannot be friends.`);
      case 'own-requests':
        return refusal('too-many-pending', `Wait until some of your ${this.#bounds.requests} requests are answered.`);
      case 'their-requests':
        return refusal('too-many-pending', `${name} has ${this.#bounds.requests} requests to answer. Ask again later.`);
      case 'own-friends':
      case 'their-friends':
        return this.#crowded(outcome, name);
    }
  }
}
