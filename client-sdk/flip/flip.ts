import { type Decode, decodeSeat } from '../decode.ts';
import type { Request } from '../http.ts';
import type { Match } from '../match/match.ts';
import type { EnterRequest, Snapshot } from '../types.ts';
import {
  decodeActed,
  decodeChallenge,
  decodeChallengeList,
  decodeFriends,
  decodeLeaderboard,
  decodeNotices,
  decodeParty,
  decodeProfile,
  decodeReply,
} from './decode.ts';
import type { Inbox, InboxApi } from './inbox.ts';
import type {
  Board,
  BoardQuery,
  Challenge,
  ChallengeAction,
  ChallengeList,
  ChallengeRequest,
  CommandReply,
  FriendDeed,
  FriendList,
  Leaderboard,
  Notices,
  Party,
  PartyAction,
  Preferences,
  Profile,
  StartWish,
} from './types.ts';

export interface FlipPorts {
  /** One request of this player's session, one decoded answer. */
  readonly ask: <T>(request: Request, decode: Decode<T>) => Promise<T>;
  readonly enter: (request: EnterRequest) => Promise<Match>;
  /** Follows a match from its first snapshot on. */
  readonly follow: (first: Snapshot) => Match;
  readonly inbox: (api: InboxApi) => Inbox;
}

/** Flip Match and all around it. Every call makes one attempt and rejects with a FreeplayError. */
export class Flip {
  readonly #ports: FlipPorts;

  constructor(ports: FlipPorts) {
    this.#ports = ports;
  }

  /** A solo game; the player's active one is abandoned for it. */
  solo(wish: StartWish = {}): Promise<Match> {
    return this.#ports.enter({ game: 'solo', ...wish });
  }

  /** A match of the party that this player leads; all members must be online. */
  team(wish: StartWish = {}): Promise<Match> {
    return this.#ports.enter({ game: 'team-snap', ...wish });
  }

  challenge(request: ChallengeRequest): Promise<Challenge> {
    return this.#post('/flip/challenges', request, decodeChallenge);
  }

  challenges(): Promise<ChallengeList> {
    return this.#get('/flip/challenges', decodeChallengeList);
  }

  readChallenge(id: string): Promise<Challenge> {
    return this.#get(challengePath(id), decodeChallenge);
  }

  /** `match`: this player's, when the action has opened one (accept, start), else null. */
  async answer(id: string, action: ChallengeAction): Promise<{ challenge: Challenge; match: Match | null }> {
    const { challenge, room } = await this.#post(challengePath(id), action, decodeActed);
    return { challenge, match: room === undefined ? null : this.#ports.follow(room) };
  }

  friends(): Promise<FriendList> {
    return this.#get('/friends', decodeFriends);
  }

  befriend(name: string, kind: FriendDeed): Promise<FriendList> {
    return this.#post('/friends', { name, kind }, decodeFriends);
  }

  /** The party that this player is in; `not-found` when in none. */
  party(): Promise<Party> {
    return this.#get('/parties/mine', decodeParty);
  }

  /** A new party, or the one that this player is in. */
  openParty(): Promise<Party> {
    return this.#post('/parties', {}, decodeParty);
  }

  joinParty(code: string): Promise<Party> {
    return this.#post('/parties/join', { code }, decodeParty);
  }

  actInParty(id: string, action: PartyAction): Promise<Party> {
    return this.#post(`/parties/${encodeURIComponent(id)}`, action, decodeParty);
  }

  /** Those after the notification with this id; without it the last 100. */
  notices(after?: number): Promise<Notices> {
    return this.#get(`/notifications${query({ after })}`, decodeNotices);
  }

  /** All notifications up to this one are read. */
  acknowledge(id: number): Promise<Notices> {
    return this.#post('/notifications', { ack: id }, decodeNotices);
  }

  leaderboard(board: Board, { difficulty, partySize, limit, after }: BoardQuery = {}): Promise<Leaderboard> {
    return this.#get(`/leaderboards/${board}${query({ difficulty, partySize, limit, after })}`, decodeLeaderboard);
  }

  profile(): Promise<Profile> {
    return this.#get('/players/me', decodeProfile);
  }

  prefer({ difficulty, theme, challengesFrom }: Partial<Preferences>): Promise<Profile> {
    const body = {
      ...(difficulty !== undefined && { preferredDifficulty: difficulty }),
      ...(theme !== undefined && { preferredTheme: theme }),
      ...(challengesFrom !== undefined && { challengesFrom }),
    };
    return this.#ports.ask({ method: 'PATCH', path: '/players/me', body }, decodeProfile);
  }

  /** A command of the text console; answers as plain text. */
  command(text: string): Promise<CommandReply> {
    return this.#post('/flip/command', { text }, decodeReply);
  }

  /** Follows what is new for this player until it is closed. */
  inbox(): Inbox {
    return this.#ports.inbox({
      notices: (after) => this.notices(after),
      seat: () => this.#post('/inbox/seat', {}, decodeSeat),
    });
  }

  #get<T>(path: string, decode: Decode<T>): Promise<T> {
    return this.#ports.ask({ method: 'GET', path }, decode);
  }

  #post<T>(path: string, body: object, decode: Decode<T>): Promise<T> {
    return this.#ports.ask({ method: 'POST', path, body }, decode);
  }
}

function challengePath(id: string): string {
  return `/flip/challenges/${encodeURIComponent(id)}`;
}

function query(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) given.set(name, `${value}`);
  return given.size === 0 ? '' : `?${given}`;
}
