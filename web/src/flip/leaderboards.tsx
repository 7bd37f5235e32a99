import type { Board, BoardQuery, BoardRow, Leaderboard } from '@freeplay/client-sdk';
import type { Difficulty } from '@freeplay/shared/games/flip';
import { grouped } from '@freeplay/shared/games/flip/console';
import { useState } from 'preact/hooks';
import { freeplay, player } from '../client.ts';
import { followLink } from '../router.ts';
import { DifficultyChoice } from './choices.tsx';
import { sectionPath } from './paths.ts';
import { useDoing, useRead } from './use-read.ts';

const BOARDS: readonly { readonly id: Board; readonly name: string }[] = [
  { id: 'solo', name: 'Solo' },
  { id: 'duel', name: 'Duel' },
  { id: 'speed-race', name: 'Speed Race' },
  { id: 'team-snap', name: 'Team Snap' },
];

const SIZES = [2, 3, 4] as const;

export function Leaderboards({ board: wanted }: { board: string }) {
  const board = BOARDS.find(({ id }) => id === wanted)?.id ?? 'solo';
  const [difficulty, setDifficulty] = useState<Difficulty>('EASY');
  const [partySize, setPartySize] = useState<2 | 3 | 4>(2);
  const query: BoardQuery = {
    ...(board === 'solo' && { difficulty }),
    ...(board === 'team-snap' && { partySize }),
  };
  return (
    <div class="stack sections">
      <nav class="flip-nav" aria-label="Leaderboards">
        {BOARDS.map(({ id, name }) => (
          <a
            key={id}
            href={sectionPath('leaderboards', id)}
            aria-current={id === board ? 'page' : undefined}
            onClick={followLink}
          >
            {name}
          </a>
        ))}
      </nav>
      {board === 'solo' && <DifficultyChoice value={difficulty} text={null} onChange={setDifficulty} />}
      {board === 'team-snap' && (
        <fieldset class="choice">
          <legend>Party size</legend>
          <div class="segments">
            {SIZES.map((size) => (
              <label key={size}>
                <input
                  type="radio"
                  name="party-size"
                  checked={partySize === size}
                  onChange={() => setPartySize(size)}
                />
                <span>{size} players</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <Standings key={`${board} ${difficulty} ${partySize}`} board={board} query={query} />
    </div>
  );
}

function Standings({ board, query }: { board: Board; query: BoardQuery }) {
  const first = useRead(() => freeplay.flip.leaderboard(board, query));
  const [more, setMore] = useState<readonly Leaderboard[]>([]);
  const { busy, notice, run } = useDoing();
  if (first.value === null) return <p class="quiet-text">{first.notice || 'The leaderboard is being read.'}</p>;
  const pages = [first.value, ...more];
  const rows = pages.flatMap((page) => page.rows);
  const next = pages.at(-1)?.next ?? null;
  if (rows.length === 0) return <p class="quiet-text">Nobody is on it yet. Be the first.</p>;
  return (
    <>
      <div class="table-place">
        <Rows board={board} rows={rows} />
      </div>
      {next !== null && (
        <button
          type="button"
          class="button"
          disabled={busy}
          onClick={() =>
            run(async () => setMore([...more, await freeplay.flip.leaderboard(board, { ...query, after: next })]))
          }
        >
          Show more
        </button>
      )}
      <p class="notice" role="alert">
        {notice}
      </p>
    </>
  );
}

const COLUMNS: Readonly<Record<Board, readonly string[]>> = {
  solo: [],
  duel: ['Won–lost', 'Pairs a game', 'Best streak'],
  'speed-race': ['Won–lost', 'Average difference'],
  'team-snap': [],
};

function Rows({ board, rows }: { board: Board; rows: readonly BoardRow[] }) {
  return (
    <table class="standings">
      <thead>
        <tr>
          <th scope="col">Rank</th>
          <th scope="col">{board === 'team-snap' ? 'Team' : 'Player'}</th>
          <th scope="col">Best score</th>
          {COLUMNS[board].map((name) => (
            <th scope="col" key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.players.map(({ player: id }) => id).join()}
            data-own={row.players.some(({ player: id }) => id === player.id.value) ? '' : undefined}
          >
            <td class="figures">{row.rank}</td>
            <th scope="row">{row.players.map(({ name }) => name).join(', ')}</th>
            <td class="figures">{grouped(row.score)}</td>
            {cells(board, row).map((text, column) => (
              <td class="figures" key={COLUMNS[board][column]}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function cells(board: Board, { record }: BoardRow): readonly string[] {
  if (record === undefined) return COLUMNS[board].map(() => '–');
  const { wins, losses } = record;
  switch (board) {
    case 'duel':
      return [`${wins}–${losses}`, average(record.averagePairs), `${record.bestStreak ?? 0}`];
    case 'speed-race':
      return [`${wins}–${losses}`, average(record.averageDifference)];
    default:
      return [];
  }
}

function average(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : value.toFixed(1).replace('-', '−');
}
