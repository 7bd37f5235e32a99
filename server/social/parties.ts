import { NO_PARTY } from '@freeplay/shared/games/flip/console';
import { saidLine } from '@freeplay/shared/protocol';
import type { Clock } from '../clock.ts';
import type { BoardWish, FlipMatches, Notifier, Started } from '../flip/port.ts';
import type { Presence, Refusal, Rooms } from '../host/port.ts';
import { refusal } from '../http/answer.ts';
import type { Limits } from '../limits/port.ts';
import { base62, type Random } from '../random.ts';
import type { Friends as FriendStore, PartyRecord, Parties as PartyStore, Person } from '../store/social/port.ts';
import type { Inboxes, Line } from './inbox.ts';

/** Base62 characters of a party's id or code: 131 bits. */
const ID_LENGTH = 22;
const TEAM = { least: 2, most: 4 };

export interface PartyParts {
  readonly store: PartyStore & Pick<FriendStore, 'findPlayer' | 'bond'>;
  readonly presence: Presence;
  readonly limits: Limits;
  readonly notices: Notifier;
  readonly inboxes: Inboxes;
  readonly matches: Pick<FlipMatches, 'startTeam' | 'active'>;
  readonly rooms: Pick<Rooms, 'act'>;
  readonly clock: Clock;
  readonly random: Random;
}

export interface PartyView {
  readonly id: string;
  readonly code: string;
  /** Null when the last member has just left. */
  readonly leader: string | null;
  readonly members: readonly (Person & { readonly online: boolean })[];
  readonly match?: string;
  readonly said: readonly Line[];
}

export type PartyAction =
  | { readonly kind: 'invite'; readonly name: string }
  | { readonly kind: 'accept' | 'leave' }
  | { readonly kind: 'kick' | 'promote'; readonly player: string }
  | { readonly kind: 'say'; readonly text: string };

type Shown = { readonly ok: true; readonly party: PartyView };

/** Lasting groups of up to four players. Every change is one statement of the store, so none is lost to another at the same instant. */
export class Parties {
  readonly #parts: PartyParts;

  constructor(parts: PartyParts) {
    this.#parts = parts;
  }

  /** A new party; who is in one already gets that one. */
  async open(player: string): Promise<(Shown & { readonly created: boolean }) | Refusal> {
    const { store, random, clock } = this.#parts;
    const refused = await this.#count(player);
    if (refused !== null) return refused;
    const created = await store.createParty(base62(random, ID_LENGTH), base62(random, ID_LENGTH), player, clock.now());
    const party = await store.partyOf(player);
    if (party === null) return notFound(); // Left in another tab at this very moment.
    this.#parts.notices.wake([player]);
    return { ok: true, created, party: await this.#show(party, player) };
  }

  async mine(player: string): Promise<Shown | Refusal> {
    const party = await this.#parts.store.partyOf(player);
    return party === null
      ? refusal('not-found', 'You are in no party. Open one, or join one by its code.')
      : { ok: true, party: await this.#show(party, player) };
  }

  async join(player: string, code: string): Promise<Shown | Refusal> {
    const refused = await this.#count(player);
    if (refused !== null) return refused;
    const id = await this.#parts.store.partyByCode(code);
    return id === null ? notFound() : this.#enter(id, player, code);
  }

  async act(player: string, id: string, action: PartyAction): Promise<Shown | Refusal> {
    const refused = await this.#count(player);
    if (refused !== null) return refused;
    const party = await this.#parts.store.partyById(id);
    if (party === null || !isMember(party, player)) {
      return action.kind === 'accept' ? this.#enter(id, player, null) : notFound();
    }
    switch (action.kind) {
      case 'accept':
        return { ok: true, party: await this.#show(party, player) };
      case 'invite':
        return this.#invite(party, player, action.name);
      case 'leave':
        return this.#leave(party, player);
      case 'kick':
        return this.#kick(party, player, action.player);
      case 'promote':
        return this.#promote(party, player, action.player);
      case 'say':
        return this.#say(party, player, action.text);
    }
  }

  say(player: string, id: string, text: string): Promise<Shown | Refusal> {
    return this.act(player, id, { kind: 'say', text });
  }

  /** Hears what is said in a party, and by whom it may be heard; the returned function stops it. */
  hear(id: string, heard: (line: Line, hearing: ReadonlySet<string>) => void): () => void {
    return this.#parts.inboxes.watch(id, { changed: () => {}, said: heard });
  }

  /** The party that invited the player last. */
  async invitation(player: string): Promise<PartyRecord | null> {
    const id = await this.#parts.store.lastInvite(player);
    return id === null ? null : this.#parts.store.partyById(id);
  }

  async decline(player: string, id: string): Promise<void> {
    await this.#parts.store.declineInvite(id, player);
  }

  /** A team match of the caller's party, by its leader, once everybody is there. */
  async startTeam(player: string, wish: BoardWish): Promise<Started | Refusal> {
    const { store, presence, matches, notices } = this.#parts;
    const party = await store.partyOf(player);
    if (party === null || party.members.length < TEAM.least || party.members.length > TEAM.most) {
      return refusal('wrong-status', NO_PARTY);
    }
    if (party.leader !== player)
      return refusal('forbidden', `Only ${nameOf(party, party.leader)} can start Team Snap.`);
    const absent = party.members.filter((member) => member.player !== player && !presence.online(member.player));
    if (absent[0] !== undefined) {
      const names = absent.map(({ name }) => name).join(', ');
      return refusal('wrong-status', `All party members must be online to start Team Snap: ${names} cannot be seen.`);
    }
    const { id, leader, members } = party;
    const text = `${nameOf(party, leader)} has started Team Snap.`;
    const told = members
      .filter((member) => member.player !== leader)
      .map(({ player: to }) => ({ player: to, kind: 'team-started' as const, text, data: { party: id } }));
    const started = await matches.startTeam({ party: id, leader, members, notices: told }, wish);
    if (!started.ok) return started;
    await store.setPartyMatch(id, started.snapshot.id);
    notices.wake(playersOf(party));
    return started;
  }

  async #enter(id: string, player: string, code: string | null): Promise<Shown | Refusal> {
    switch (await this.#parts.store.joinParty(id, player, code)) {
      case 'joined':
      case 'known':
        return this.#changed(player, id);
      case 'full':
        return refusal('room-full', 'The party is full: four players at most.');
      case 'elsewhere':
        return refusal('duplicate', 'You are in a party already. Leave it first.');
      case 'blocked':
        return refusal('blocked', 'You cannot join this party: a block stands between you and one of its members.');
      case 'none':
        return notFound();
    }
  }

  /** By a member: a friend of theirs. Others come in by the code. */
  async #invite(party: PartyRecord, player: string, name: string): Promise<Shown | Refusal> {
    const { store, notices, clock } = this.#parts;
    const other = await store.findPlayer(name);
    if (other === null) return refusal('not-found', 'There is no player of this name.');
    if (isMember(party, other.player)) return { ok: true, party: await this.#show(party, player) };
    const { blocked, friends } = await store.bond(player, other.player);
    if (blocked) return refusal('blocked', `You cannot invite ${other.name}.`);
    if (!friends) return refusal('forbidden', `${other.name} is not your friend: give them the party's code instead.`);
    if (party.members.length >= TEAM.most) return refusal('room-full', 'The party is full: four players at most.');
    switch (await store.inviteToParty(party.id, player, other.player, clock.now())) {
      case 'invited': {
        const own = nameOf(party, player);
        const data = { party: party.id, player, name: own };
        await notices.notify(other.player, 'party-invite', `${own} invites you to a party.`, data);
        break;
      }
      case 'known':
      case 'member':
        break;
      case 'blocked':
        return refusal('blocked', `You cannot invite ${other.name}.`);
      case 'none':
        return notFound();
    }
    return { ok: true, party: await this.#show(party, player) };
  }

  async #leave(party: PartyRecord, player: string): Promise<Shown | Refusal> {
    if (!(await this.#parts.store.leaveParty(party.id, player))) return notFound();
    await this.#standUp(party, player);
    return this.#changed(player, party.id, party);
  }

  async #kick(party: PartyRecord, leader: string, player: string): Promise<Shown | Refusal> {
    const refused = mayRule(party, leader, player);
    if (refused !== null) return refused;
    const code = base62(this.#parts.random, ID_LENGTH);
    if (!(await this.#parts.store.kickFromParty(party.id, leader, player, code))) return notFound();
    await this.#standUp(party, player);
    return this.#changed(leader, party.id, party);
  }

  async #promote(party: PartyRecord, leader: string, player: string): Promise<Shown | Refusal> {
    const refused = mayRule(party, leader, player);
    if (refused !== null) return refused;
    const promoted = await this.#parts.store.promoteInParty(party.id, leader, player);
    return promoted ? this.#changed(leader, party.id) : notFound();
  }

  async #say(party: PartyRecord, player: string, said: string): Promise<Shown | Refusal> {
    const { store, clock, inboxes, notices } = this.#parts;
    const text = saidLine(said);
    if (text === null) return refusal('bad-request', 'Say 1 to 200 characters in one line.');
    const at = clock.now();
    if (!(await store.sayInParty(party.id, player, text, at))) return notFound();
    // Read anew: nobody hears a line that is kept only after they were kicked or blocked.
    const now = await store.partyById(party.id);
    if (now === null) return notFound();
    inboxes.say(party.id, { player, name: nameOf(party, player), text, at }, hearing(now, player));
    notices.wake(playersOf(now));
    return { ok: true, party: await this.#show(now, player) };
  }

  /** Who leaves the party leaves its match too: the others play on without them. */
  async #standUp({ match }: PartyRecord, player: string): Promise<void> {
    if (match !== null && (await this.#parts.matches.active(player)) === match) {
      await this.#parts.rooms.act(player, match, { kind: 'leave' });
    }
  }

  /** The party as it is by now, for the one who has changed it; `before` when they may no longer be part of it. */
  async #changed(player: string, id: string, before?: PartyRecord): Promise<Shown | Refusal> {
    const party = await this.#parts.store.partyById(id);
    this.#parts.notices.wake([...(party?.members ?? []), ...(before?.members ?? [])].map(({ player }) => player));
    if (party !== null) return { ok: true, party: await this.#show(party, player) };
    return before === undefined
      ? notFound()
      : { ok: true, party: { id, code: before.code, leader: null, members: [], said: saidTo(before, player) } };
  }

  /** A party as one of its members reads it. */
  async #show(party: PartyRecord, reader: string): Promise<PartyView> {
    const { id, code, leader, members, match } = party;
    const { presence } = this.#parts;
    const running = match !== null && (await this.#isRunning(match, members));
    return {
      id,
      code,
      leader,
      members: members.map((member) => ({ ...member, online: presence.online(member.player) })),
      ...(running && { match }),
      said: saidTo(party, reader),
    };
  }

  /** A team match goes on while one of the party's members sits in it. */
  async #isRunning(match: string, members: readonly Person[]): Promise<boolean> {
    const active = await Promise.all(members.map(({ player }) => this.#parts.matches.active(player)));
    return active.includes(match);
  }

  async #count(player: string): Promise<Refusal | null> {
    const taken = await this.#parts.limits.take('action', player);
    return taken.ok ? null : refusal('rate-limited', 'Too many requests; slow down.', taken.retryAfter);
  }
}

function mayRule(party: PartyRecord, leader: string, player: string): Refusal | null {
  if (party.leader !== leader) return refusal('forbidden', `Only ${nameOf(party, party.leader)} can do this.`);
  if (!isMember(party, player)) return refusal('not-found', 'This player is not in your party.');
  return player === leader ? refusal('forbidden', 'This is you. Leave the party, or name another member.') : null;
}

const isMember = ({ members }: PartyRecord, player: string) => members.some((member) => member.player === player);
/** Between whom and a player a block stands: neither hears the other, whoever of the two has set it. */
function apartFrom({ blocks }: PartyRecord, one: string): ReadonlySet<string> {
  return new Set(
    blocks.flatMap(({ player, blocked }) => (player === one ? [blocked] : blocked === one ? [player] : [])),
  );
}

/** The members who hear what one of them says. */
function hearing(party: PartyRecord, speaker: string): ReadonlySet<string> {
  const apart = apartFrom(party, speaker);
  return new Set(playersOf(party).filter((player) => !apart.has(player)));
}

function saidTo(party: PartyRecord, reader: string): readonly Line[] {
  const apart = apartFrom(party, reader);
  return party.said.filter(({ player }) => !apart.has(player));
}

const playersOf = ({ members }: PartyRecord) => members.map(({ player }) => player);

function nameOf({ members }: PartyRecord, player: string): string {
  return members.find((member) => member.player === player)?.name ?? '';
}

function notFound(): Refusal {
  return refusal('not-found', 'There is no such party here.');
}
