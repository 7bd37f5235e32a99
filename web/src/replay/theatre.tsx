import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Frame } from '../components/frame.tsx';
import { Said } from '../components/said.tsx';
import { FileField } from './file-field.tsx';
import { Keeping } from './keeping.tsx';
import type { Paint } from './pen.ts';
import type { Proof } from './proof.ts';
import { placeText, type Telling } from './telling.ts';
import type { Timeline } from './timeline.ts';
import { type Playback, SPEEDS } from './use-player.ts';

/** What a game's own theatre is given. */
export interface TheatreProps {
  readonly proof: Proof;
  readonly timeline: Timeline;
  onProof(proof: Proof): void;
}

export interface StageProps extends TheatreProps {
  readonly playback: Playback;
  /** By frame. */
  readonly tellings: readonly Telling[];
  readonly title: string;
  /** How the match ended. */
  readonly outcome: string;
  readonly players: ComponentChildren;
  readonly board: ComponentChildren;
  /** How the board is shown, where there is a choice. */
  readonly options?: ComponentChildren;
  /** What a check proves beyond what every check does. */
  readonly promise?: string;
  /** What there is to say of the end. */
  readonly closing?: ComponentChildren;
  /** Draws what is shown now, with a line for each player under it. */
  readonly paint: Paint;
  readonly captions: readonly string[];
}

/** Shows a recorded match of any game from any of its frames. */
export function Stage(props: StageProps) {
  const { proof, timeline, playback, tellings, outcome } = props;
  const place = placeText(tellings, playback.at, timeline.frames[playback.at]?.took ?? 0);
  const step = `Move ${playback.at} of ${tellings.length - 1}`;
  const ended = playback.at === tellings.length - 1;
  return (
    <Frame
      players={props.players}
      board={props.board}
      side={
        <>
          <div class="status">
            <h1>{props.title}, replay</h1>
            <p>{ended ? outcome : place}</p>
          </div>
          <Controls playback={playback} tellings={tellings} />
          <Moves tellings={tellings} playback={playback} />
          {props.options}
          <Keeping
            proof={proof}
            picture={{
              paint: props.paint,
              caption: { title: props.title, players: props.captions, outcome: ended ? outcome : step },
            }}
            promise={props.promise ?? ''}
          />
          {props.closing}
          <details class="more">
            <summary>Open another replay</summary>
            <FileField onProof={props.onProof} />
          </details>
          <Said texts={[playback.playing ? '' : ended ? `${place} ${outcome}` : place]} />
        </>
      }
    />
  );
}

function Controls({ playback, tellings }: { playback: Playback; tellings: readonly Telling[] }) {
  const { at, playing, speed, seek, step, toggle, setSpeed } = playback;
  const last = tellings.length - 1;
  return (
    <fieldset class="controls" aria-label="Playback">
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label="Move"
        aria-valuetext={at === 0 ? 'the start' : `move ${at} of ${last}, ${tellings[at]?.said}`}
        onInput={({ currentTarget }) => seek(currentTarget.valueAsNumber)}
      />
      <div class="row-of-buttons">
        <Step name="To the start" path="M5 4v12M16 4l-8 6 8 6z" off={at === 0} onPress={() => seek(0)} />
        <Step name="One move back" path="M14 4l-8 6 8 6z" off={at === 0} onPress={() => step(-1)} />
        <Step
          name={playing ? 'Pause' : 'Play'}
          path={playing ? 'M7 4v12M13 4v12' : 'M6 3.5l10 6.5-10 6.5z'}
          off={last === 0}
          onPress={toggle}
        />
        <Step name="One move on" path="M6 4l8 6-8 6z" off={at === last} onPress={() => step(1)} />
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

function Moves({ tellings, playback }: { tellings: readonly Telling[]; playback: Playback }) {
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
      {tellings.slice(1).map(({ text, label, seat }, index) => (
        <li key={`${index}-${text}`}>
          <button
            type="button"
            data-seat={seat}
            aria-current={playback.at === index + 1 ? 'step' : undefined}
            aria-label={`${index + 1} ${label}`}
            onClick={() => playback.seek(index + 1)}
          >
            <span class="number figures">{index + 1}</span> {text}
          </button>
        </li>
      ))}
    </ol>
  );
}
