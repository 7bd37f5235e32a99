/** The people of Flip Match, durable. Races are decided by constraints of the database, never by a look before a write. */

export interface Person {
  readonly player: string;
  readonly name: string;
}

export interface Friend extends Person {
  /** In an active match of any game. */
  readonly inMatch: boolean;
}

/** By name. Who blocks or is blocked is in none of the first three. */
export interface FriendLists {
  readonly friends: readonly Friend[];
  /** Who has asked the player. */
  readonly incoming: readonly Person[];
  /** Whom the player has asked. */
  readonly outgoing: readonly Person[];
  readonly blocked: readonly Person[];
}

/** What stands between two players. */
export interface Bond {
  /** Either blocks the other. */
  readonly blocked: boolean;
  readonly friends: boolean;
  /** Whose challenges the second player takes. */
  readonly challengesFrom: 'anyone' | 'friends';
}

/** Most friends of a player, and most of their requests that wait for an answer: those that they made, and those made to them. */
export interface FriendBounds {
  readonly friends: number;
  readonly requests: number;
}

/** One of the two has as many friends as they may. */
export type Crowded = 'own-friends' | 'their-friends';

/**
 * 'asked' and 'accepted': by this very call; 'known': it stood so before. 'own-requests': as many of the asker's wait as
 * may; 'their-requests': as many wait for the other.
 */
export type Befriended = 'asked' | 'accepted' | 'known' | 'blocked' | 'own-requests' | 'their-requests' | Crowded;

export interface PartyLine extends Person {
  readonly text: string;
  readonly at: number;
}

export interface PartyRecord {
  readonly id: string;
  readonly code: string;
  readonly leader: string;
  /** In the order in which they joined. */
  readonly members: readonly Person[];
  /** The last match that it has started, or null. */
  readonly match: string | null;
  /** What was said last, oldest first. */
  readonly said: readonly PartyLine[];
  /** Who blocks whom among those who are in it or have said something. */
  readonly blocks: readonly { readonly player: string; readonly blocked: string }[];
}

/** 'known': a member already. 'elsewhere': in another party. 'blocked': by or with a member. 'none': no such party or invitation. */
export type Joined = 'joined' | 'known' | 'full' | 'elsewhere' | 'blocked' | 'none';

/** 'known': invited already. 'blocked': by or with a member. 'none': the inviter is no member. */
export type Invited = 'invited' | 'known' | 'member' | 'blocked' | 'none';

export interface NoticeRecord {
  /** Counts a player's notifications, from 1. */
  readonly id: number;
  readonly kind: string;
  readonly at: number;
  readonly text: string;
  /** Canonical JSON. */
  readonly data: string;
}

export interface NoticeList {
  readonly unread: number;
  /** Oldest first. */
  readonly items: readonly NoticeRecord[];
}

export interface Friends {
  /** The player with this id, or this name in any case. */
  findPlayer(idOrName: string): Promise<Person | null>;
  friendLists(player: string): Promise<FriendLists>;
  bond(from: string, to: string): Promise<Bond>;
  /** Asks, or accepts what the other has asked. */
  befriend(from: string, to: string, at: number, bounds: FriendBounds): Promise<Befriended>;
  /** 'none': the other has not asked. */
  acceptFriend(player: string, other: string, at: number, friends: number): Promise<'accepted' | 'none' | Crowded>;
  /** Drops what the other has asked. */
  declineFriend(player: string, other: string): Promise<void>;
  /** Ends a friendship, or takes back what the player has asked. */
  removeFriend(player: string, other: string): Promise<void>;
  /** Ends whatever was between the two. */
  block(player: string, other: string, at: number): Promise<void>;
  unblock(player: string, other: string): Promise<void>;
}

export interface Parties {
  /** False: the player is in a party. */
  createParty(id: string, code: string, player: string, at: number): Promise<boolean>;
  partyOf(player: string): Promise<PartyRecord | null>;
  partyById(id: string): Promise<PartyRecord | null>;
  /** The party with this code, or null. */
  partyByCode(code: string): Promise<string | null>;
  /** The party that the player was invited to last, or null. */
  lastInvite(player: string): Promise<string | null>;
  /** `code` null: by invitation, which is used up. */
  joinParty(id: string, player: string, code: string | null): Promise<Joined>;
  inviteToParty(id: string, by: string, player: string, at: number): Promise<Invited>;
  declineInvite(id: string, player: string): Promise<boolean>;
  /** False: no member. */
  leaveParty(id: string, player: string): Promise<boolean>;
  /** By the leader, who gets a new code for the party, so that the other does not come back. False: nothing was done. */
  kickFromParty(id: string, leader: string, player: string, code: string): Promise<boolean>;
  promoteInParty(id: string, leader: string, player: string): Promise<boolean>;
  /** False: no member. */
  sayInParty(id: string, player: string, text: string, at: number): Promise<boolean>;
  setPartyMatch(id: string, match: string): Promise<void>;
}

export interface Notices {
  /** Returns its number. */
  addNotice(notification: Omit<NoticeRecord, 'id'> & { readonly player: string }): Promise<number>;
  /** The first `limit` after a number; `after` null: the last `limit`. */
  listNotices(player: string, after: number | null, limit: number): Promise<NoticeList>;
  /** All up to this number are read. */
  ackNotices(player: string, id: number): Promise<void>;
}

export interface Questions {
  putQuestion(player: string, text: string, at: number): Promise<void>;
  /** The question that the player was asked last, or null: none since `since`. */
  question(player: string, since: number): Promise<string | null>;
  /** Takes the question away; true for one caller only. */
  takeQuestion(player: string): Promise<boolean>;
}

export interface Social extends Friends, Parties, Notices, Questions {
  /** Deletes up to `limit` notifications of before `before`, and parties and questions that nobody needs; returns how many notifications. */
  sweepSocial(before: number, limit: number): Promise<number>;
}

/** Every method, for the message port that they go through. */
export const SOCIAL_METHODS = [
  'findPlayer',
  'friendLists',
  'bond',
  'befriend',
  'acceptFriend',
  'declineFriend',
  'removeFriend',
  'block',
  'unblock',
  'createParty',
  'partyOf',
  'partyById',
  'partyByCode',
  'lastInvite',
  'joinParty',
  'inviteToParty',
  'declineInvite',
  'leaveParty',
  'kickFromParty',
  'promoteInParty',
  'sayInParty',
  'setPartyMatch',
  'addNotice',
  'listNotices',
  'ackNotices',
  'putQuestion',
  'question',
  'takeQuestion',
  'sweepSocial',
] as const satisfies readonly (keyof Social)[];
