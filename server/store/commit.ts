import type { Change, Entry } from './entry.ts';
import { record } from './flip/record.ts';
import type { AppendOutcome, SeatClaim } from './port.ts';
import { ask, type Row, type Rows, type Script } from './script.ts';

/** One entry's way through a commit, with what it has written so far and would have to undo. */
interface Attempt {
  readonly entry: Entry;
  /** Null: to be tried (again) in the next pass. */
  outcome: AppendOutcome | null;
  /** The place that it did not get, and whose it was. */
  lost: { readonly match: string; readonly place: string } | null;
  claimed: readonly SeatClaim[];
  /** Those of them that were another match's before. */
  moved: readonly SeatClaim[];
  queued: boolean;
  written: Rows;
}

/** An attempt that does more than move a match on. */
type Changing = Attempt & { readonly entry: Entry & { readonly change: Change } };

const UNTRIED = { outcome: null, lost: null, claimed: [], moved: [], queued: false, written: [] } as const;

/** Passes beyond one per entry; only another writer's rows that vanish while they are looked up need them. */
const SPARE_PASSES = 16;

/**
 * Writes entries inside one transaction that the caller opens and commits; outcomes come in the entries' order. An entry
 * is written wholly or not at all, and one that is refused leaves the others alone. Entries of one match are written in
 * their order; those of different matches as if one after the other. A batch of plain entries costs two statements.
 */
export function* commit(entries: readonly Entry[]): Script<readonly AppendOutcome[]> {
  const attempts = entries.map((entry): Attempt => ({ entry, ...UNTRIED }));
  // Before any seat, so that nobody who holds this lock waits for a seat of one who waits for it.
  yield* ask('lockClasses', limitedClasses(entries));
  let pending = attempts;
  for (let pass = 0; pending.length > 0; pass++) {
    if (pass > entries.length + SPARE_PASSES) throw new Error('a batch of appends does not come to an end');
    const first = firstOfEachMatch(pending);
    yield* write(first.filter(({ entry }) => entry.expected > 0));
    yield* write(first.filter((attempt) => isCreation(attempt) && !takesOver(attempt)));
    for (const attempt of first.filter(takesOver)) yield* write([attempt]);
    pending = pending.filter(({ outcome }) => outcome === null);
  }
  return attempts.map(({ outcome }) => outcome ?? unreachable());
}

function firstOfEachMatch(attempts: readonly Attempt[]): Attempt[] {
  const seen = new Set<string>();
  return attempts.filter(({ entry }) => !seen.has(entry.id) && seen.add(entry.id));
}

/**
 * Writes attempts of different matches. Everything that can be refused comes first and only inserts, or takes over a
 * seat, so that an undo deletes and gives back; the comparison of revisions is the last of it.
 */
function* write(attempts: readonly Attempt[]): Script<void> {
  if (attempts.length === 0) return;
  for (const attempt of attempts) attempt.outcome = { ok: true };
  const changing = attempts.filter(isChanging);
  if (changing.length > 0) {
    yield* createMatches(changing);
    yield* claimSeats(changing);
    yield* openQueue(changing);
    yield* keepCapacity(changing);
    yield* openChallenges(changing);
  }
  yield* writeEvents(attempts.filter(isStanding));
  yield* advance(attempts.filter(isStanding));
  if (changing.length > 0) yield* settle(changing.filter(isStanding));
  yield* recordOutcomes(attempts.filter(isStanding));
  tryAgainBehindRefused(attempts);
}

function isStanding({ outcome }: Attempt): boolean {
  return outcome?.ok === true;
}

function isChanging(attempt: Attempt): attempt is Changing {
  return attempt.entry.change !== null;
}

const key = (...cells: Row) => cells.join('\n');

const seatOf = ({ player, activeClass }: SeatClaim): Row => [player, activeClass];
const slotOf = ({ entry }: Changing): Row => [entry.change.row.game, entry.change.row.rules];

function* createMatches(changing: readonly Changing[]): Script<void> {
  const creations = changing.filter(({ entry }) => entry.expected === 0);
  const rows = creations.map(({ entry: { change } }) => {
    const { id, game, rules, mode, status, invite, rematchOf, createdAt } = change.row;
    return [id, game, rules, mode, status, invite, rematchOf, createdAt];
  });
  const created = new Set((yield* ask('createMatches', rows)).map(([id]) => id));
  const refused = creations.filter(({ entry }) => !created.has(entry.id));
  const lookUp = refused.map(({ entry }) => [entry.id, entry.change.row.rematchOf]);
  const occupants = new Map((yield* ask('creationOccupants', lookUp)).map(([id, ...found]) => [id, found]));
  for (const attempt of refused) {
    const [same, rematch] = occupants.get(attempt.entry.id) ?? [];
    if (typeof rematch === 'string' && same === null) {
      refuseBehind(attempt, 'rematch', [attempt.entry.change.row.rematchOf], rematch);
    } else {
      // Created before; or the invite, which is random, is taken; or what was in the way is gone again.
      attempt.outcome = { ok: false, conflict: 'revision' };
    }
  }
}

function* claimSeats(changing: readonly Changing[]): Script<void> {
  const claiming = changing.filter((attempt) => isStanding(attempt) && attempt.entry.change.claim.length > 0);
  const rows = claiming.flatMap(({ entry }) => entry.change.claim.map((claim) => [...seatOf(claim), entry.id]));
  const won = new Set((yield* ask('claimSeats', rows)).map((row) => key(...row)));
  for (const attempt of claiming) attempt.claimed = claimsIn(attempt, won);
  yield* moveSeats(claiming);
  const lost = claiming.flatMap((attempt) => {
    const [claim] = missed(attempt);
    return claim === undefined ? [] : [{ attempt, place: seatOf(claim) }];
  });
  yield* refuseOccupied('active-seat', lost);
}

/** Takes over the seats that players give up for a match. */
function* moveSeats(claiming: readonly Changing[]): Script<void> {
  const rows = claiming.flatMap((attempt) =>
    missed(attempt).flatMap(({ from, ...claim }): Row[] =>
      from === undefined ? [] : [[...seatOf(claim), attempt.entry.id, from]],
    ),
  );
  const moved = new Set((yield* ask('moveSeats', rows)).map((row) => key(...row)));
  for (const attempt of claiming) {
    attempt.moved = claimsIn(attempt, moved);
    attempt.claimed = [...attempt.claimed, ...attempt.moved];
  }
}

function claimsIn({ entry }: Changing, rows: ReadonlySet<string>): readonly SeatClaim[] {
  return entry.change.claim.filter((claim) => rows.has(key(...seatOf(claim), entry.id)));
}

function missed({ entry, claimed }: Changing): readonly SeatClaim[] {
  return entry.change.claim.filter((claim) => !claimed.includes(claim));
}

function* openQueue(changing: readonly Changing[]): Script<void> {
  const opening = changing.filter((attempt) => isStanding(attempt) && attempt.entry.change.queue === 'open');
  const rows = opening.map((attempt) => [...slotOf(attempt), attempt.entry.id]);
  const won = new Set((yield* ask('openQueue', rows)).map(([id]) => id));
  for (const attempt of opening) attempt.queued = won.has(attempt.entry.id);
  const lost = opening.filter(({ queued }) => !queued);
  yield* refuseOccupied(
    'queue',
    lost.map((attempt) => ({ attempt, place: slotOf(attempt) })),
  );
}

/** Refuses attempts with the match that has their place; looked up before anything is undone. */
function* refuseOccupied(
  conflict: 'active-seat' | 'queue',
  lost: readonly { readonly attempt: Attempt; readonly place: Row }[],
): Script<void> {
  const statement = conflict === 'queue' ? 'queueOccupants' : 'seatOccupants';
  const places = lost.map(({ place }) => place);
  const occupants = new Map(
    (yield* ask(statement, places)).map(([first = '', second = '', match]) => [key(first, second), match]),
  );
  for (const { attempt, place } of lost) {
    const match = occupants.get(key(...place));
    if (typeof match === 'string') refuseBehind(attempt, conflict, place, match);
    else attempt.outcome = null; // another process has given the place back meanwhile
  }
  yield* undo(lost.map(({ attempt }) => attempt));
}

function refuseBehind(
  attempt: Attempt,
  conflict: 'active-seat' | 'queue' | 'rematch',
  place: Row,
  match: string,
): void {
  const own = match === attempt.entry.id; // another writer of this match has been there
  attempt.outcome = own ? { ok: false, conflict: 'revision' } : { ok: false, conflict, match };
  attempt.lost = { match, place: key(conflict, ...place) };
}

/** Lets as many creations stand, in their order, as there is room for in their class: that of their first claim. */
function* keepCapacity(changing: readonly Changing[]): Script<void> {
  const byClass = Map.groupBy(
    changing.filter((attempt) => isStanding(attempt) && attempt.entry.expected === 0),
    ({ entry }) => entry.change.claim[0]?.activeClass ?? '',
  );
  byClass.delete('');
  const limited = [...byClass].filter(([, group]) => group.some(({ entry }) => entry.change.capacity > 0));
  const classes = limited.map(([activeClass]) => [activeClass]);
  const active = new Map((yield* ask('activeMatches', classes)).map(([name, count]) => [name, Number(count)]));
  const refused = limited.flatMap(([activeClass, group]) =>
    beyondCapacity(group, (active.get(activeClass) ?? 0) - group.length),
  );
  for (const attempt of refused) attempt.outcome = { ok: false, conflict: 'capacity' };
  yield* undo(refused);
}

/** The classes that creations are counted in, each once. */
function limitedClasses(entries: readonly Entry[]): Row[] {
  const classes = entries.flatMap(({ expected, change }) =>
    expected === 0 && change !== null && change.capacity > 0 ? change.claim.slice(0, 1) : [],
  );
  return [...new Set(classes.map(({ activeClass }) => activeClass))].map((name) => [name]);
}

function beyondCapacity(group: readonly Changing[], before: number): Changing[] {
  let active = before;
  return group.filter(({ entry: { change } }) => {
    if (change.capacity > 0 && active >= change.capacity) return true;
    active++;
    return false;
  });
}

/**
 * Takes the challenges that creations come from. The last of what can be refused, since it changes rows: a match that is
 * being created in this transaction has no other writer, so that what follows is written.
 */
function* openChallenges(changing: readonly Changing[]): Script<void> {
  const standing = changing.filter(isStanding);
  const accepted = yield* takeChallenges(standing, 'accept');
  const started = yield* takeChallenges(standing, 'start');
  const refused = [...accepted, ...started];
  for (const attempt of refused) attempt.outcome = { ok: false, conflict: 'challenge' };
  yield* undo(refused);
}

/** Answers with the attempts whose challenge was not open to them. */
function* takeChallenges(standing: readonly Changing[], kind: 'accept' | 'start'): Script<readonly Changing[]> {
  const claiming = standing.filter(({ entry }) => entry.change.challenge?.kind === kind);
  const rows = claiming.flatMap(({ entry: { id, change } }): Row[] => {
    const { challenge } = change;
    if (challenge === null) return [];
    return [
      kind === 'accept' ? [challenge.id, id, challenge.at, challenge.expiresAt] : [challenge.id, id, challenge.at],
    ];
  });
  const taken = yield* ask(kind === 'accept' ? 'acceptChallenges' : 'startRuns', rows);
  const matches = new Set(taken.map(([, match]) => match));
  return claiming.filter(({ entry }) => !matches.has(entry.id));
}

/** A creation's match stands at revision 0 by now, so that its first events are like any others. */
function* writeEvents(attempts: readonly Attempt[]): Script<void> {
  const rows = attempts.flatMap(({ entry }) => entry.events.map((event) => [entry.id, ...event, entry.expected]));
  const written = Map.groupBy(yield* ask('insertEvents', rows), ([id]) => id);
  for (const attempt of attempts) attempt.written = written.get(attempt.entry.id) ?? [];
  yield* fence(attempts.filter(({ entry, written }) => written.length < entry.events.length));
}

function* advance(attempts: readonly Attempt[]): Script<void> {
  const rows = attempts.map(({ entry }) => {
    const { id, expected, revision, status, deadline, startedAt } = entry;
    return [id, expected, revision, status, deadline, startedAt];
  });
  const advanced = new Set((yield* ask('advanceMatches', rows)).map(([id]) => id));
  yield* fence(attempts.filter(({ entry }) => !advanced.has(entry.id)));
}

/** Another writer has been there. */
function* fence(attempts: readonly Attempt[]): Script<void> {
  for (const attempt of attempts) attempt.outcome = { ok: false, conflict: 'revision' };
  yield* undo(attempts);
}

/**
 * Deletes what the attempts have inserted, gives back the seats that they have taken over, and does nothing else. A seat
 * stays the row that it was: whoever ends the match that has it meanwhile waits for that row, and would not see another.
 */
function* undo(attempts: readonly Attempt[]): Script<void> {
  const [creations, others] = [attempts.filter(isCreation), attempts.filter((attempt) => !isCreation(attempt))];
  yield* ask(
    'moveSeats',
    attempts.flatMap(({ entry, moved }) => moved.map((claim) => [...seatOf(claim), claim.from ?? null, entry.id])),
  );
  yield* ask('undoMatches', idsOf(creations));
  yield* ask(
    'undoClaims',
    others.flatMap(({ claimed }) => claimed.map(({ player, activeClass }) => [player, activeClass])),
  );
  yield* ask('closeQueue', idsOf(others.filter(({ queued }) => queued)));
  yield* ask(
    'undoEvents',
    others.flatMap(({ written }) => written),
  );
}

const isCreation = ({ entry }: Attempt) => entry.expected === 0;
/** Written by itself: two that take over and claim free seats too could each stand in the other's way. */
const takesOver = (attempt: Attempt) =>
  isCreation(attempt) && (attempt.entry.change?.claim.some(({ from }) => from !== undefined) ?? false);
const idsOf = (attempts: readonly Attempt[]) => attempts.map(({ entry }) => [entry.id]);

/** What follows for those that stand; nothing of it can be refused. */
function* settle(changing: readonly Changing[]): Script<void> {
  const rows = changing.map(({ entry: { change } }) => {
    const { id, winner, reason, endedAt, finalView } = change.row;
    return [id, winner, reason, endedAt, finalView];
  });
  yield* ask('settleMatches', rows);
  yield* ask('writeReceipts', changing.filter(hasReceipt).map(receiptOf));
  yield* ask('writeSeats', changing.filter(({ entry }) => entry.change.roster).flatMap(seatsOf));
  yield* ask(
    'vacateSeats',
    changing.flatMap(({ entry }) => entry.change.vacate.map((player) => [player, entry.id])),
  );
  yield* ask('releaseSeats', idsOf(changing.filter(({ entry }) => entry.change.release)));
  yield* ask(
    'closeQueue',
    idsOf(changing.filter(({ entry: { change } }) => change.release || change.queue === 'close')),
  );
}

/** What the events leave in the records of players; nothing of it can be refused. */
function* recordOutcomes(attempts: readonly Attempt[]): Script<void> {
  const recorded = attempts.flatMap((attempt) => {
    const { outcome } = attempt.entry;
    return outcome === null ? [] : [{ attempt, outcome }];
  });
  if (recorded.length === 0) return;
  const notified = yield* record(recorded.map(({ outcome }) => outcome));
  for (const [index, { attempt }] of recorded.entries())
    attempt.outcome = { ok: true, notified: notified[index] ?? [] };
}

const hasReceipt = ({ entry }: Changing) => entry.change.receipt !== null;
const receiptOf = ({ entry }: Changing): Row => [entry.id, entry.change.receipt];

function seatsOf({ entry }: Changing): Row[] {
  const { id, players, names, createdAt } = entry.change.row;
  return players.map((player, seat) => [id, seat, player, names[seat] ?? null, createdAt]);
}

/** An attempt whose place went to one that was refused in its turn has lost to nobody. */
function tryAgainBehindRefused(attempts: readonly Attempt[]): void {
  const undone = new Set(
    attempts
      .filter((attempt) => !isStanding(attempt))
      .flatMap((attempt) => placesOf(attempt).map((place) => key(attempt.entry.id, place))),
  );
  for (const attempt of attempts) {
    if (attempt.lost !== null && undone.has(key(attempt.lost.match, attempt.lost.place))) attempt.outcome = null;
  }
  for (const attempt of attempts.filter(({ outcome }) => outcome === null)) {
    Object.assign(attempt, UNTRIED);
  }
}

function placesOf(attempt: Attempt): string[] {
  const places = attempt.claimed.map((claim) => key('active-seat', ...seatOf(claim)));
  if (!isChanging(attempt)) return places;
  if (attempt.queued) places.push(key('queue', ...slotOf(attempt)));
  if (isCreation(attempt)) places.push(key('rematch', attempt.entry.change.row.rematchOf));
  return places;
}

function unreachable(): never {
  throw new Error('an entry without an outcome');
}
