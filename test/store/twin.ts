import type { Append, AppendOutcome, MatchRow } from '../../server/store/port.ts';

/** The journal's meaning in the plainest form: one append after the other, on maps. */
export class SlowJournal {
  readonly rows = new Map<string, MatchRow>();
  readonly events = new Map<string, number>();
  readonly active = new Map<string, string>();
  readonly queue = new Map<string, string>();

  copy(): SlowJournal {
    const copy = new SlowJournal();
    for (const [key, value] of this.rows) copy.rows.set(key, value);
    for (const [key, value] of this.events) copy.events.set(key, value);
    for (const [key, value] of this.active) copy.active.set(key, value);
    for (const [key, value] of this.queue) copy.queue.set(key, value);
    return copy;
  }

  append(append: Append): AppendOutcome {
    const conflict = this.#conflict(append);
    if (conflict === null) this.#write(append);
    return conflict ?? { ok: true };
  }

  #conflict({ expected, row, claim, queue, capacity }: Append): AppendOutcome | null {
    const lost: AppendOutcome = { ok: false, conflict: 'revision' };
    if (expected === 0 && this.rows.has(row.id)) return lost;
    const rematch = [...this.rows.values()].find(({ rematchOf }) => rematchOf !== null && rematchOf === row.rematchOf);
    if (expected === 0 && rematch) return { ok: false, conflict: 'rematch', match: rematch.id };
    for (const { player, activeClass, from } of claim) {
      const match = this.active.get(`${player} ${activeClass}`);
      if (match !== undefined && match !== from)
        return match === row.id ? lost : { ok: false, conflict: 'active-seat', match };
    }
    const waiting = this.queue.get(`${row.game} ${row.rules}`);
    if (queue === 'open' && waiting !== undefined) {
      return waiting === row.id ? lost : { ok: false, conflict: 'queue', match: waiting };
    }
    if (expected === 0 && capacity > 0 && claim[0] && this.#matchesBeside(claim, claim[0].activeClass) >= capacity) {
      return { ok: false, conflict: 'capacity' };
    }
    return (this.rows.get(row.id)?.revision ?? 0) === expected ? null : lost;
  }

  /** Active ones of the class once these claims have their seats. */
  #matchesBeside(claim: Append['claim'], activeClass: string): number {
    const claimed = new Set(claim.map((seat) => `${seat.player} ${seat.activeClass}`));
    const seats = [...this.active].filter(([seat]) => seat.endsWith(` ${activeClass}`) && !claimed.has(seat));
    return new Set(seats.map(([, match]) => match)).size;
  }

  #write({ events, row, claim, queue, release }: Append): void {
    this.rows.set(row.id, row);
    this.events.set(row.id, (this.events.get(row.id) ?? 0) + events.length);
    for (const { player, activeClass } of claim) this.active.set(`${player} ${activeClass}`, row.id);
    if (queue === 'open') this.queue.set(`${row.game} ${row.rules}`, row.id);
    if (queue === 'close' || release) forget(this.queue, row.id);
    if (release) forget(this.active, row.id);
  }
}

function forget(map: Map<string, string>, match: string): void {
  for (const [key, value] of map) if (value === match) map.delete(key);
}
