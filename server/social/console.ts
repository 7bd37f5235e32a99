import { type Envelope, isOver } from '@freeplay/shared/engine';
import { DIFFICULTY, FLIP_MODES, type FlipMode, type FlipView, HINT, MODE, PASS } from '@freeplay/shared/games/flip';
import { type BoardChoice, cellAt, type FlipCommand, parseCommand } from '@freeplay/shared/games/flip/commands';
import {
  HELP,
  hintLines,
  MENU,
  NO_PARTY,
  raceText,
  statusText,
  turnLines,
  unknownCommand,
} from '@freeplay/shared/games/flip/console';
import { canonical } from '@freeplay/shared/proof';
import type { Clock } from '../clock.ts';
import type { BoardWish, ChallengeRun, Challenges, ChallengeView, FlipMatches, Started } from '../flip/port.ts';
import type { Refusal, Rooms } from '../host/port.ts';
import { refusal } from '../http/answer.ts';
import type { Identity } from '../identity/identity.ts';
import type { Questions } from '../store/social/port.ts';
import type { Friends } from './friends.ts';
import type { Parties, PartyView } from './parties.ts';
import { type Question, questionIn } from './question.ts';

export interface ConsoleParts {
  readonly rooms: Pick<Rooms, 'act' | 'snapshot' | 'history'>;
  readonly matches: FlipMatches;
  readonly challenges: Challenges;
  readonly friends: Friends;
  readonly parties: Parties;
  readonly questions: Questions;
  readonly identity: Pick<Identity, 'record'>;
  readonly clock: Clock;
}

export interface ConsoleReply {
  readonly text: string;
  /** The match that it is about. */
  readonly room?: string;
}

/** A question waits so long for its answer. */
const QUESTION_MS = 3_600_000;
/** Lines of the party's chat that a status shows. */
const CHAT_LINES = 5;

const NO_GAME = 'You are in no game. Say "start" to play alone, or "menu" for the multiplayer menu.';
const OFFER = 'Challenge a friend to beat your score? Say "challenge {name} to memory snap race".';
/** Refusals that are the caller's way of asking to blame, or the service's state: they stay what they are over HTTP. */
const PASSED_ON: readonly Refusal['code'][] = ['rate-limited', 'at-capacity', 'draining', 'unavailable', 'no-session'];

/** A start that may need the player's word first, since they would leave another match for it. */
type Start = (abandon: boolean) => Promise<Started | Refusal | { readonly ok: true; readonly snapshot: Envelope }>;

/**
 * Flip Match as a text adventure: every command of the source, over the same services as the routes. It keeps nothing in
 * memory, so any process may take the next command.
 */
export class Console {
  readonly #parts: ConsoleParts;

  constructor(parts: ConsoleParts) {
    this.#parts = parts;
  }

  async run(player: string, typed: string): Promise<ConsoleReply | Refusal> {
    const command = parseCommand(typed);
    const question = await this.#question(player, command);
    return this.#answer(player, command, question);
  }

  /** A table: one line for each command. */
  async #answer(player: string, command: FlipCommand, question: Question | null): Promise<ConsoleReply | Refusal> {
    switch (command.kind) {
      case 'flip':
        return this.#flip(player, command);
      case 'hint':
        return this.#move(player, () => HINT);
      case 'pass':
        return this.#move(player, () => PASS);
      case 'status':
        return this.#status(player);
      case 'race status':
        return this.#raceStatus(player);
      case 'quit':
        return this.#quit(player);
      case 'start':
        return this.#start(player, wishOf(command));
      case 'start-team':
        return this.#startTeam(player, {});
      case 'challenge':
        return this.#challenge(player, command, question);
      case 'accept':
        return this.#accept(player);
      case 'decline':
        return this.#decline(player);
      case 'say':
        return this.#say(player, command.text);
      case 'choose':
        return this.#choose(player, command.line);
      case 'yes':
        return this.#yes(player, question);
      case 'no':
        return { text: question === null ? 'Nothing was asked.' : 'All right.' };
      case 'menu':
        return { text: MENU };
      case 'help':
        return { text: HELP };
      case 'unknown':
        return { text: unknownCommand(command.nearest) };
    }
  }

  /** What waits for this command: an offer waits for a race, and both for a yes or no; any other command drops a question. */
  async #question(player: string, command: FlipCommand): Promise<Question | null> {
    const { questions, clock } = this.#parts;
    const asked = questionIn(await questions.question(player, clock.now() - QUESTION_MS));
    if (asked === null) return null;
    const answers = command.kind === 'yes' || command.kind === 'no';
    const takes = asked.kind === 'offer' && command.kind === 'challenge' && command.mode === 'SPEED_RACE';
    if (asked.kind === 'offer' && !answers && !takes) return null;
    const mine = await questions.takeQuestion(player);
    return mine && (answers || takes) ? asked : null;
  }

  async #ask(player: string, question: Question): Promise<void> {
    await this.#parts.questions.putQuestion(player, canonical({ ...question }), this.#parts.clock.now());
  }

  async #flip(player: string, { column, row }: { readonly column: number; readonly row: number }) {
    const outside = refusal('illegal-action', 'There is no such place on this board.');
    return this.#move(player, ({ size }) => cellAt(size, column, row) ?? outside);
  }

  async #move(player: string, choose: (view: FlipView) => number | Refusal): Promise<ConsoleReply | Refusal> {
    const before = await this.#current(player);
    if (before === null) return { text: NO_GAME };
    const action = choose(viewOf(before));
    if (typeof action !== 'number') return told(action, before.id);
    const done = await this.#parts.rooms.act(player, before.id, { kind: 'move', revision: before.revision, action });
    if (!done.ok) return told(done, before.id);
    return this.#shown(player, done.snapshot);
  }

  async #quit(player: string): Promise<ConsoleReply | Refusal> {
    const current = await this.#current(player);
    if (current === null) return { text: NO_GAME };
    const left = await this.#parts.rooms.act(player, current.id, { kind: 'leave' });
    return left.ok ? { text: `You have left the game.\n\n${display(left.snapshot)}`, room: current.id } : told(left);
  }

  /** The match that is played, else the last one; and whatever waits for the player. */
  async #status(player: string): Promise<ConsoleReply | Refusal> {
    const match = (await this.#current(player)) ?? (await this.#last(player));
    const [waiting, party] = await Promise.all([this.#waiting(player), this.#parts.parties.mine(player)]);
    const chat = party.ok ? chatLines(party.party) : [];
    const board = match === null ? NO_GAME : display(match);
    const text = [board, ...(party.ok ? [partyLine(party.party)] : []), ...chat, ...waiting];
    return { text: text.join('\n\n'), ...(match !== null && { room: match.id }) };
  }

  async #waiting(player: string): Promise<readonly string[]> {
    const [{ incoming, active }, invitation, { incoming: requests }] = await Promise.all([
      this.#parts.challenges.list(player),
      this.#parts.parties.invitation(player),
      this.#parts.friends.list(player),
    ]);
    const lines = [
      ...incoming.map((one) => `${one.challenger.name} challenges you to a ${title(one)}.`),
      ...(invitation === null ? [] : ['You are invited to a party.']),
      ...requests.map(({ name }) => `${name} would like to be your friend.`),
    ];
    const starts = active.some(isOwnStart) ? ['Your race waits: say "start".'] : [];
    const answers = lines.length > 0 ? [[...lines, 'Say "accept" or "decline".'].join('\n')] : [];
    return [...starts, ...answers];
  }

  async #raceStatus(player: string): Promise<ConsoleReply | Refusal> {
    const { active, outgoing, recent } = await this.#parts.challenges.list(player);
    const race = [...active, ...outgoing, ...recent].find(
      ({ mode, runs }) => mode === 'SPEED_RACE' && runs !== undefined,
    );
    if (race === undefined) return { text: 'You are in no Speed Race.' };
    const [first, second] = race.runs ?? [];
    if (first === undefined || second === undefined) return { text: 'You are in no Speed Race.' };
    const [own, rival]: readonly ChallengeRun[] = race.you === 'challenger' ? [first, second] : [second, first];
    const { difficulty, theme, room } = race;
    const board = { size: DIFFICULTY[difficulty].side, difficulty, theme };
    return { text: raceText(board, own ?? first, rival ?? second), ...(room !== undefined && { room }) };
  }

  /** The player's run of an accepted race that waits for it; else a solo game. */
  async #start(player: string, wish: BoardWish): Promise<ConsoleReply | Refusal> {
    const plain = wish.difficulty === undefined && wish.theme === undefined;
    const { active } = plain ? await this.#parts.challenges.list(player) : { active: [] };
    const race = active.find(isOwnStart);
    if (race !== undefined) return this.#startRun(player, race.id, false);
    const entrant = await this.#entrant(player);
    const start: Start = (abandon) => this.#parts.matches.startSolo(entrant, { ...wish, abandon });
    return this.#begin(player, start, false, { kind: 'leave', next: 'start', ...wish });
  }

  #startRun(player: string, challenge: string, abandon: boolean): Promise<ConsoleReply | Refusal> {
    return this.#begin(player, this.#acting(player, challenge, 'start'), abandon, {
      kind: 'leave',
      next: 'run',
      challenge,
    });
  }

  #startTeam(player: string, { abandon = false }: BoardWish): Promise<ConsoleReply | Refusal> {
    const start: Start = (leave) => this.#parts.parties.startTeam(player, { abandon: leave });
    return this.#begin(player, start, abandon, { kind: 'leave', next: 'team' });
  }

  async #begin(player: string, start: Start, abandon: boolean, question: Question): Promise<ConsoleReply | Refusal> {
    const started = await start(abandon);
    if (started.ok) return this.#shown(player, started.snapshot);
    if (started.code !== 'in-active-match' || abandon) return told(started);
    const current = await this.#current(player);
    const leaving = current === null ? null : leavingQuestion(current);
    if (current === null || leaving === null) return told(started);
    await this.#ask(player, question);
    return { text: leaving, room: current.id };
  }

  #acting(player: string, challenge: string, kind: 'accept' | 'start'): Start {
    return async (abandon) => {
      const done = await this.#parts.challenges.act(player, challenge, { kind, abandon });
      if (!done.ok) return done;
      return done.room === undefined
        ? refusal('wrong-status', 'There is nothing to play yet.')
        : { ok: true, snapshot: done.room };
    };
  }

  async #challenge(
    player: string,
    { name, mode }: { readonly name: string; readonly mode: 'DUEL' | 'SPEED_RACE' },
    question: Question | null,
  ): Promise<ConsoleReply | Refusal> {
    const benchmark = question?.kind === 'offer' && mode === 'SPEED_RACE' ? { benchmark: question.room } : {};
    const made = await this.#parts.challenges.create(player, { mode, opponent: name, ...benchmark });
    if (!made.ok) return told(made);
    const { challenge } = made;
    return {
      text: `You have challenged ${challenge.challengee.name} to a ${title(challenge)}. Waiting for an answer.`,
    };
  }

  /** The newest challenge, else the newest invitation to a party, else the first friend request. */
  async #accept(player: string): Promise<ConsoleReply | Refusal> {
    const { challenges, parties, friends } = this.#parts;
    const [challenge] = (await challenges.list(player)).incoming;
    if (challenge !== undefined) return this.#acceptChallenge(player, challenge.id, false);
    const invitation = await parties.invitation(player);
    if (invitation !== null) {
      const joined = await parties.act(player, invitation.id, { kind: 'accept' });
      return joined.ok ? { text: partyLine(joined.party) } : told(joined);
    }
    const [request] = (await friends.list(player)).incoming;
    if (request === undefined) return { text: 'There is nothing to accept.' };
    const accepted = await friends.act(player, request.name, 'accept');
    return accepted.ok ? { text: `You and ${request.name} are friends.` } : told(accepted);
  }

  #acceptChallenge(player: string, challenge: string, abandon: boolean): Promise<ConsoleReply | Refusal> {
    return this.#begin(player, this.#acting(player, challenge, 'accept'), abandon, {
      kind: 'leave',
      next: 'accept',
      challenge,
    });
  }

  async #decline(player: string): Promise<ConsoleReply | Refusal> {
    const { challenges, parties, friends } = this.#parts;
    const [challenge] = (await challenges.list(player)).incoming;
    if (challenge !== undefined) {
      const declined = await challenges.act(player, challenge.id, { kind: 'decline' });
      return declined.ok ? { text: `You have declined ${challenge.challenger.name}'s challenge.` } : told(declined);
    }
    const invitation = await parties.invitation(player);
    if (invitation !== null) {
      await parties.decline(player, invitation.id);
      return { text: 'You have declined the invitation.' };
    }
    const [request] = (await friends.list(player)).incoming;
    if (request === undefined) return { text: 'There is nothing to decline.' };
    const declined = await friends.act(player, request.name, 'decline');
    return declined.ok ? { text: `You have declined ${request.name}'s request.` } : told(declined);
  }

  async #say(player: string, text: string): Promise<ConsoleReply | Refusal> {
    const party = await this.#parts.parties.mine(player);
    if (!party.ok) return told(party);
    const said = await this.#parts.parties.act(player, party.party.id, { kind: 'say', text });
    return said.ok ? { text: chatLines(said.party).join('\n') } : told(said);
  }

  /** A line of the menu. */
  async #choose(player: string, line: number): Promise<ConsoleReply | Refusal> {
    switch (line) {
      case 1:
        return this.#chooseFriend(player, 'Say "challenge {name} to memory snap" to start a duel.');
      case 2:
        return this.#chooseFriend(player, 'Say "challenge {name} to memory snap race" to start a Speed Race.');
      case 3:
        return { text: `Say "start team snap" as the leader of your party.\n${NO_PARTY}` };
      case 4:
        return { text: NO_GAME };
      default:
        return { text: `The menu has four lines.\n\n${MENU}` };
    }
  }

  async #chooseFriend(player: string, how: string): Promise<ConsoleReply> {
    const { friends } = await this.#parts.friends.list(player);
    const lines = friends.map(({ name, online, inMatch }) => `  ${name}${presence(online, inMatch)}`);
    return { text: lines.length === 0 ? how : ['Your friends:', ...lines, '', how].join('\n') };
  }

  async #yes(player: string, question: Question | null): Promise<ConsoleReply | Refusal> {
    if (question === null) return { text: 'Nothing was asked.' };
    if (question.kind === 'offer') {
      await this.#ask(player, question);
      return { text: 'Say "challenge {name} to memory snap race".' };
    }
    switch (question.next) {
      case 'start': {
        const { difficulty, theme } = question;
        const wish = { ...(difficulty !== undefined && { difficulty }), ...(theme !== undefined && { theme }) };
        const entrant = await this.#entrant(player);
        const start: Start = (abandon) => this.#parts.matches.startSolo(entrant, { ...wish, abandon });
        return this.#begin(player, start, true, question);
      }
      case 'team':
        return this.#startTeam(player, { abandon: true });
      case 'run':
        return this.#startRun(player, question.challenge, true);
      case 'accept':
        return this.#acceptChallenge(player, question.challenge, true);
    }
  }

  /** A match after something has happened in it; a completed solo game brings the offer of a race. */
  async #shown(player: string, match: Envelope): Promise<ConsoleReply> {
    const text = display(match);
    const completed = modeOf(match) === 'SOLO' && viewOf(match).result?.success === true;
    if (completed) await this.#ask(player, { kind: 'offer', room: match.id });
    return { text: completed ? `${text}\n\n${OFFER}` : text, room: match.id };
  }

  async #current(player: string): Promise<Envelope | null> {
    const id = await this.#parts.matches.active(player);
    if (id === null) return null;
    const shown = await this.#parts.rooms.snapshot(player, id);
    return shown.ok && !isOver(shown.snapshot.status) ? shown.snapshot : null;
  }

  async #last(player: string): Promise<Envelope | null> {
    const rooms = await this.#parts.rooms.history(player);
    const last = rooms.find(({ game }) => FLIP_MODES.some((mode) => MODE[mode].room === game));
    if (last === undefined) return null;
    const shown = await this.#parts.rooms.snapshot(player, last.id);
    return shown.ok ? shown.snapshot : null;
  }

  async #entrant(player: string) {
    return { player, name: (await this.#parts.identity.record(player))?.name ?? '' };
  }
}

function wishOf({ difficulty, theme }: BoardChoice): BoardWish {
  return { ...(difficulty !== null && { difficulty }), ...(theme !== null && { theme }) };
}

/** A refusal as the console's own words; some are for the client, not the player. */
function told(refused: Refusal, room?: string): ConsoleReply | Refusal {
  if (PASSED_ON.includes(refused.code)) return refused;
  return { text: refused.message, ...(room !== undefined && { room }) };
}

/** The match as its reader sees it, and what the last turn and hint have shown. */
function display(match: Envelope): string {
  const mode = modeOf(match);
  const view = viewOf(match);
  const names = match.names.map((name) => name ?? '');
  const text = statusText(view, { mode, seat: match.seat, names, now: match.serverTime });
  const told = mode === 'DUEL' || mode === 'TEAM_SNAP' ? [...turnLines(view), ...hintLines(view)] : [];
  return [text, ...told].join('\n');
}

function viewOf({ state }: Envelope): FlipView {
  return state as unknown as FlipView; // The rules of a Flip Match have made it: see `modeOf`.
}

function modeOf({ game }: Envelope): FlipMode {
  const mode = FLIP_MODES.find((one) => MODE[one].room === game);
  if (mode === undefined) throw new Error(`${game} is no mode of Flip Match`);
  return mode;
}

/** What must be asked before another match is left; null for one that may go silently. */
function leavingQuestion(match: Envelope): string | null {
  switch (modeOf(match)) {
    case 'DUEL':
      return `Leave your duel with ${match.names[1 - match.seat] ?? ''}? yes/no`;
    case 'TEAM_SNAP':
      return 'Leave your Team Snap match? yes/no';
    case 'SPEED_RACE':
      return 'Leave your run of the Speed Race? yes/no';
    case 'SOLO':
      return null;
  }
}

/** An accepted race whose own run has not been started. */
function isOwnStart({ mode, runs, you }: ChallengeView): boolean {
  return mode === 'SPEED_RACE' && runs?.[you === 'challenger' ? 0 : 1]?.status === 'not-started';
}

function title({ mode }: ChallengeView): string {
  return mode === 'DUEL' ? 'Flip Match duel' : 'Speed Race';
}

function presence(online: boolean, inMatch: boolean): string {
  if (!online) return '';
  return inMatch ? ' (in a match)' : ' (online)';
}

function partyLine({ members, leader }: PartyView): string {
  const names = members.map(({ player, name }) => (player === leader ? `${name} (leader)` : name));
  return `Your party: ${names.join(', ')}`;
}

function chatLines({ said }: PartyView): readonly string[] {
  const lines = said.slice(-CHAT_LINES).map(({ name, text }) => `${name}: ${text}`);
  return lines.length === 0 ? [] : [lines.join('\n')];
}
