/** What all versions that have grown out of each other share. */
interface Table {
  readonly revisions: Map<string, number>;
  /** The latest version's own: only that one may add to the table. */
  latest: number;
}

/**
 * The idempotency keys of a match's moves, with the revisions of their events. A value like the rest of the state: `with`
 * leaves it as it was. Versions share one table, of which each sees what is no later than itself, so that a match of a
 * thousand moves neither copies nor searches a thousand keys for the next one.
 */
export class MoveIds {
  static readonly NONE = new MoveIds({ revisions: new Map(), latest: 0 }, 0);

  readonly #table: Table;
  /** The last revision that this version knows. */
  readonly #revision: number;

  private constructor(table: Table, revision: number) {
    this.#table = table;
    this.#revision = revision;
  }

  /** The revision of the move that came with this key, or undefined. */
  revisionOf(seat: number, id: string): number | undefined {
    const revision = this.#table.revisions.get(keyOf(seat, id));
    return revision === undefined || revision > this.#revision ? undefined : revision;
  }

  /** With one key more; `revision` is later than all before it. */
  with(seat: number, id: string, revision: number): MoveIds {
    const table = this.#table.latest === this.#revision && this !== MoveIds.NONE ? this.#table : this.#copied();
    table.revisions.set(keyOf(seat, id), revision);
    table.latest = revision;
    return new MoveIds(table, revision);
  }

  /** Each key, its seat before it, with its revision, in their order. */
  *[Symbol.iterator](): Iterator<readonly [string, number]> {
    for (const entry of this.#table.revisions) if (entry[1] <= this.#revision) yield entry;
  }

  /** For when another version has gone on from here in its own way. */
  #copied(): Table {
    return { revisions: new Map(this), latest: this.#revision };
  }
}

function keyOf(seat: number, id: string): string {
  return `${seat} ${id}`;
}
