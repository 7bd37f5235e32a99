import { notationOf } from '@freeplay/shared/games';
import { useEffect } from 'preact/hooks';
import { boardOf } from '../boards/index.ts';
import { boardReader } from '../boards/reader.ts';
import { Frame } from '../components/frame.tsx';
import { PlayerCard } from '../components/player-card.tsx';
import { Said } from '../components/said.tsx';
import { TypedMove } from '../components/typed-move.tsx';
import { give } from '../feel.ts';
import { followLink } from '../router.ts';
import { settings } from '../settings.ts';
import type { Tone } from '../words.ts';
import { isBotsTurn, type Scene } from './cabinet.ts';
import { rivalName } from './setup.tsx';
import type { CabinetControl } from './use-cabinet.ts';

const COLOURS = ['Cyan', 'Amber'];

export function LocalTable({ scene, control }: { scene: Scene; control: CabinetControl }) {
  const { game, cabinet, state } = scene;
  const Board = boardOf(game.id)?.Board;
  const status = statusOf(scene);
  const playable = isBotsTurn(scene) ? [] : game.legal(state);
  const scores = game.scores(state);
  const over = state.turn === -1;

  useEffect(() => {
    document.title = `${status.title} · ${game.titles.local}`;
  }, [status.title]);
  useEffect(() => {
    if (over) give(status.tone === 'bad' ? 'lost' : status.tone === 'good' ? 'won' : 'drawn');
  }, [over]);

  if (Board === undefined) return null;
  return (
    <Frame
      players={COLOURS.map((colour, seat) => (
        <PlayerCard
          key={colour}
          seat={seat}
          name={nameOf(scene, seat)}
          here={null}
          condition={state.turn === seat && isBotsTurn(scene) ? 'thinking' : colour.toLowerCase()}
          onTurn={state.turn === seat}
          left={null}
          points={scores?.[seat] ?? null}
        />
      ))}
      board={
        <Board
          state={state}
          playable={playable}
          seat={cabinet.rival === 'person' ? -1 : cabinet.seat}
          hints={settings.hints.value === 'on'}
          pending={null}
          onPlay={control.play}
        />
      }
      side={
        <>
          <div class="status" data-tone={status.tone}>
            <h1>{status.title}</h1>
            <p>{status.text}</p>
          </div>
          <div class="actions">
            {over && (
              <button
                type="button"
                class="button primary"
                onClick={() => control.start(cabinet.rival, 1 - cabinet.seat)}
              >
                Play again
              </button>
            )}
            <button
              type="button"
              class="button"
              disabled={control.takeBack === null}
              onClick={() => control.takeBack?.()}
            >
              Take back
            </button>
            <button type="button" class="button" onClick={control.stop}>
              New game
            </button>
            <a class="button" href="/" onClick={followLink}>
              To the lobby
            </a>
          </div>
          {!over && <TypedMove reader={boardReader(game.id, playable)} onPlay={control.play} />}
          <p class="meta">
            <span>{game.titles.local}</span>
            <span>On this device</span>
          </p>
          <Said texts={[announcement(scene, status.title)]} />
        </>
      }
    />
  );
}

function nameOf({ cabinet }: Scene, seat: number): string {
  if (cabinet.rival === 'person') return `Player ${seat + 1}`;
  return seat === cabinet.seat ? 'You' : rivalName(cabinet.rival);
}

function statusOf(scene: Scene): { title: string; text: string; tone?: Tone } {
  const { game, cabinet, state } = scene;
  const outcome = game.outcome(state);
  const people = cabinet.rival === 'person';
  if (outcome !== null) {
    const { winner } = outcome;
    const text =
      outcome.reason === 'line'
        ? 'By a line.'
        : outcome.reason === 'count'
          ? 'By the count at the end.'
          : 'The board is full.';
    if (winner === -1) return { title: 'Draw', text, tone: 'plain' };
    if (people) return { title: `${COLOURS[winner]} won`, text, tone: 'good' };
    return winner === cabinet.seat
      ? { title: 'You won', text, tone: 'good' }
      : { title: `${rivalName(cabinet.rival)} won`, text, tone: 'bad' };
  }
  const skipped = 'skipped' in state && state.skipped === true;
  const prompt = skipped ? 'The other side cannot move.' : (boardOf(game.id)?.prompt ?? '');
  if (people) return { title: `${COLOURS[state.turn]}’s turn`, text: prompt };
  if (isBotsTurn(scene)) return { title: 'The bot’s turn', text: skipped ? 'You cannot move.' : 'It is thinking.' };
  return { title: 'Your turn', text: prompt };
}

function announcement({ game, state }: Scene, title: string): string {
  const move = state.last === -1 ? null : notationOf(game.id)?.name(state.last);
  return move == null ? `${title}.` : `Last move: ${move}. ${title}.`;
}
