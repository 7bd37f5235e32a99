/** A glance at each game for the lobby: 44 units square. Colours come from the tokens by class. */

interface Piece {
  readonly x: number;
  readonly y: number;
  readonly seat: 0 | 1 | null;
}

function pieces(rows: readonly string[]): Piece[] {
  return rows.flatMap((row, y) =>
    [...row].map((letter, x) => ({ x, y, seat: letter === 'c' ? 0 : letter === 'a' ? 1 : null })),
  );
}

const POSITIONS: Readonly<Record<string, readonly Piece[]>> = {
  gravity: pieces(['....', '..a.', '.ca.', 'cacc']),
  reversi: pieces(['....', '.ac.', '.caa', '.c..']),
  five: pieces(['a..c', '.ac.', '.ca.', 'c...']),
};

const STEP = 10;
const START = 7;

export function Picture({ game }: { game: string }) {
  return (
    <svg class={`picture picture-${game}`} viewBox="0 0 44 44" aria-hidden="true">
      <rect class="ground" width="44" height="44" />
      {game === 'flip' ? (
        <Cards />
      ) : game === 'boxes' ? (
        <Fence />
      ) : (
        (POSITIONS[game] ?? []).map((piece) => (
          <PieceMark key={`${piece.x}-${piece.y}`} {...piece} square={game === 'reversi' || game === 'five'} />
        ))
      )}
    </svg>
  );
}

function PieceMark({ x, y, seat, square }: Piece & { square: boolean }) {
  const cx = START + x * STEP;
  const cy = START + y * STEP;
  return (
    <>
      {square ? (
        <rect class="cell" x={cx - 4.6} y={cy - 4.6} width="9.2" height="9.2" rx="1.6" />
      ) : (
        <circle class="cell" cx={cx} cy={cy} r="4.3" />
      )}
      {seat !== null && <circle class={`seat-${seat}`} cx={cx} cy={cy} r={square ? 3.6 : 4.3} />}
      {seat === 0 && <circle class="mark-ring" cx={cx} cy={cy} r="1.9" />}
      {seat === 1 && <circle class="mark-dot" cx={cx} cy={cy} r="0.9" />}
    </>
  );
}

/** Four cards, a pair of them up. */
function Cards() {
  return (
    <>
      <rect class="cell" x="5" y="5" width="15.5" height="15.5" rx="3" />
      <rect class="seat-0" x="23.5" y="5" width="15.5" height="15.5" rx="3" />
      <rect class="seat-0" x="5" y="23.5" width="15.5" height="15.5" rx="3" />
      <rect class="cell" x="23.5" y="23.5" width="15.5" height="15.5" rx="3" />
      <path class="mark-dot" d="M31.25 8.6l4.2 4.2-4.2 4.2-4.2-4.2zM12.75 27.1l4.2 4.2-4.2 4.2-4.2-4.2z" />
    </>
  );
}

const AT = [7, 17, 27, 37];

function Fence() {
  return (
    <>
      <rect class="box-0" x="7" y="17" width="10" height="10" />
      <rect class="box-1" x="17" y="17" width="10" height="10" />
      <rect class="box-1" x="27" y="27" width="10" height="10" />
      <path class="line-0" d="M7 17h10M7 17v10M7 27h10M17 7v10M27 7h10" />
      <path class="line-1" d="M17 17h10v10h-10zM27 27h10v10h-10zM7 37h10" />
      {AT.flatMap((y) => AT.map((x) => <circle class="dot" key={`${x}-${y}`} cx={x} cy={y} r="1.3" />))}
    </>
  );
}
