import { useEffect, useRef } from 'preact/hooks';
import { boardOf } from '../boards/index.ts';
import { Frame } from '../components/frame.tsx';
import { PlayerCard } from '../components/player-card.tsx';
import { Said } from '../components/said.tsx';
import { outcomeWords } from '../words.ts';
import { FileField } from './file-field.tsx';
import { Keeping } from './keeping.tsx';
import type { Proof } from './proof.ts';
import type { Frame as Still, Timeline } from './timeline.ts';
import { type Playback, SPEEDS, usePlayback } from './use-player.ts';

export interface TheatreProps {
  readonly proof: Proof;
  readonly timeline: Timeline;
  onProof(proof: Proof): void;
}

/** Shows a recorded match from any of its positions. */
export function Theatre({ proof, timeline, onProof }: TheatreProps) {
  const { game, frames, names } = timeline;
  const playback = usePlayback(frames.length);
  const still = frames[playback.at] ?? frames[0];
  const Board = boardOf(game.id)?.Board;
  if (still === undefined || Board === undefined) return null;
  const outcome = outcomeWords(proof.replay.result, names);
  const ended = playback.at === frames.length - 1;
  const scores = game.scores(still.state);

  return (
    <Frame
      players={names.map((name, seat) => (
        <PlayerCard
          key={name}
          seat={seat}
          name={name}
          here={null}
          condition={still.seat === seat ? `played ${still.text}` : ''}
          onTurn={still.seat === seat}
          left={null}
          points={scores?.[seat] ?? null}
        />
      ))}
      board={
        <Board state={still.state} playable={[]} seat={-1} hints={false} pending={null} onPlay={() => undefined} />
      }
      side={
        <>
          <div class="status">
            <h1>{game.titles.local}, replay</h1>
            <p>{ended ? outcome : moveWords(still, playback.at, frames.length - 1)}</p>
          </div>
          <Controls playback={playback} frames={frames} />
          <Moves frames={frames} playback={playback} />
          <Keeping proof={proof} state={still.state} caption={{ title: game.titles.local, players: names, outcome }} />
          <details class="more">
            <summary>Open another replay</summary>
            <FileField onProof={onProof} />
          </details>
          <Said texts={[playback.playing ? '' : moveWords(still, playback.at, frames.length - 1)]} />
        </>
      }
    />
  );
}

function moveWords({ name, seat, took }: Still, at: number, last: number): string {
  if (seat === -1) return `The start. ${last} moves follow.`;
  return `Move ${at} of ${last}: ${name}, after ${Math.max(0, Math.round(took / 1000))} s.`;
}

function Controls({ playback, frames }: { playback: Playback; frames: readonly Still[] }) {
  const { at, playing, speed, seek, toggle, setSpeed } = playback;
  const last = frames.length - 1;
  return (
    <fieldset class="controls" aria-label="Playback">
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label="Move"
        aria-valuetext={at === 0 ? 'the start' : `move ${at} of ${last}, ${frames[at]?.name}`}
        onInput={({ currentTarget }) => seek(currentTarget.valueAsNumber)}
      />
      <div class="row-of-buttons">
        <Step name="To the start" path="M5 4v12M16 4l-8 6 8 6z" off={at === 0} onPress={() => seek(0)} />
        <Step name="One move back" path="M14 4l-8 6 8 6z" off={at === 0} onPress={() => seek(at - 1)} />
        <Step
          name={playing ? 'Pause' : 'Play'}
          path={playing ? 'M7 4v12M13 4v12' : 'M6 3.5l10 6.5-10 6.5z'}
          off={last === 0}
          onPress={toggle}
        />
        <Step name="One move on" path="M6 4l8 6-8 6z" off={at === last} onPress={() => seek(at + 1)} />
        <Step name="To the end" path="M15 4v12M4 4l8 6-8 6z" off={at === last} onPress={() => seek(last)} />
        <label class="speed">
          <span class="visually-hidden">Speed</span>
          <select value={speed} onChange={({ currentTarget }) => setSpeed(Number(currentTarget.value))}>
            {SPEEDS.map((choice) => (
              <option key={choice} value={choice}>
                {choice}×
              </option>
            ))}
          </select>
        </label>
      </div>
    </fieldset>
  );
}

function Step({ name, path, off, onPress }: { name: string; path: string; off: boolean; onPress(): void }) {
  // Not `disabled`: the focus would be lost at the end of the match.
  return (
    <button type="button" class="icon-button" aria-label={name} aria-disabled={off} onClick={() => off || onPress()}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path
          d={path}
          fill="currentColor"
          stroke="currentColor"
          stroke-width="2"
          stroke-linejoin="round"
          stroke-linecap="round"
        />
      </svg>
    </button>
  );
}

function Moves({ frames, playback }: { frames: readonly Still[]; playback: Playback }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>('[aria-current]');
    // Within the list only: the page itself stays where it is.
    if (box && current)
      box.scrollTop = current.offsetTop - box.offsetTop - box.clientHeight / 2 + current.offsetHeight / 2;
  }, [playback.at]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key.
    <ol class="moves" ref={list} tabIndex={0} aria-label="Moves">
      {frames.slice(1).map((frame, index) => (
        <li key={`${index}-${frame.action}`}>
          <button
            type="button"
            data-seat={frame.seat}
            aria-current={playback.at === index + 1 ? 'step' : undefined}
            aria-label={`${index + 1} ${frame.text}: ${frame.name}`}
            onClick={() => playback.seek(index + 1)}
          >
            <span class="number figures">{index + 1}</span> {frame.text}
          </button>
        </li>
      ))}
    </ol>
  );
}
