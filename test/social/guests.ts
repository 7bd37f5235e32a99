import {
  CommandReply,
  FriendList,
  Notices,
  OPERATIONS,
  type Operation,
  type OperationId,
  Party,
} from '@freeplay/shared/protocol/http';
import { expect } from 'chai';
import type { z } from 'zod';
import { type Guest, type Reply, startServer, type TestServer } from '../http/server.ts';

export type PartyAnswer = z.infer<typeof Party>;

/** One guest and what they may do among people, over HTTP; each answer has passed the schema of its operation. */
export class Somebody {
  readonly #server: TestServer;
  readonly guest: Guest;

  constructor(server: TestServer, guest: Guest) {
    this.#server = server;
    this.guest = guest;
  }

  get player(): string {
    return this.guest.player;
  }

  get name(): string {
    return this.guest.name;
  }

  /** Calls an operation, whatever it answers. */
  call(id: OperationId, json?: object, room = ''): Promise<Reply> {
    const operation: Operation = OPERATIONS[id];
    const path = operation.path.replace('{id}', room);
    const body = json === undefined ? {} : { json };
    return this.#server.send({ method: operation.method.toUpperCase(), path, token: this.guest.token, ...body });
  }

  async friends(): Promise<z.infer<typeof FriendList>> {
    return FriendList.parse(accepted(await this.call('readFriends')));
  }

  befriend(kind: string, other: Somebody | string): Promise<Reply> {
    return this.call('changeFriends', { kind, name: typeof other === 'string' ? other : other.name });
  }

  async openParty(): Promise<PartyAnswer> {
    return Party.parse(accepted(await this.call('openParty', {})));
  }

  async party(): Promise<PartyAnswer> {
    return Party.parse(accepted(await this.call('readParty')));
  }

  join(code: string): Promise<Reply> {
    return this.call('joinParty', { code });
  }

  act(party: string, action: object): Promise<Reply> {
    return this.call('actInParty', action, party);
  }

  async notices(after?: number): Promise<z.infer<typeof Notices>> {
    const query = after === undefined ? '' : `?after=${after}`;
    const path = `${OPERATIONS.readNotices.path}${query}`;
    return Notices.parse(accepted(await this.#server.send({ path, token: this.guest.token })));
  }

  async ack(id: number): Promise<z.infer<typeof Notices>> {
    return Notices.parse(accepted(await this.call('ackNotices', { ack: id })));
  }

  /** What the console answers, by its text and room. */
  async type(text: string): Promise<z.infer<typeof CommandReply>> {
    return CommandReply.parse(accepted(await this.call('command', { text })));
  }

  /** The console's text alone. */
  async says(text: string): Promise<string> {
    return (await this.type(text)).text;
  }
}

export function accepted(reply: Reply): unknown {
  expect(reply.status, reply.text).to.be.oneOf([200, 201]);
  return reply.body;
}

export function partyIn(reply: Reply): PartyAnswer {
  return Party.parse(accepted(reply));
}

/** A server and people who have not met anybody: names are given by the server, so every call makes new ones. */
export class Town {
  readonly server: TestServer;
  #guests = 0;

  private constructor(server: TestServer) {
    this.server = server;
  }

  static async open(env: Readonly<Record<string, string>> = {}): Promise<Town> {
    return new Town(await startServer(env));
  }

  async somebody(): Promise<Somebody> {
    return new Somebody(this.server, await this.server.guest(`somebody ${++this.#guests}`));
  }

  people(count: 2): Promise<[Somebody, Somebody]>;
  people(count: 3): Promise<[Somebody, Somebody, Somebody]>;
  people(count: number): Promise<Somebody[]>;
  people(count: number): Promise<Somebody[]> {
    return Promise.all(Array.from({ length: count }, () => this.somebody()));
  }

  async friends(): Promise<[Somebody, Somebody]> {
    const [ann, bob] = await this.people(2);
    accepted(await ann.befriend('request', bob));
    accepted(await bob.befriend('accept', ann));
    return [ann, bob];
  }

  /** A party of so many, led by the first. */
  async party(count: number): Promise<{ readonly members: Somebody[]; readonly party: PartyAnswer }> {
    const members = await this.people(count);
    const [leader, ...others] = members;
    if (leader === undefined) throw new Error('a party of nobody');
    const { code } = await leader.openParty();
    for (const other of others) accepted(await other.join(code));
    return { members, party: await leader.party() };
  }
}
