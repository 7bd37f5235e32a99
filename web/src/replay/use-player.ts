import { useEffect, useState } from 'preact/hooks';
import { isTyping } from '../components/typing.ts';

/** Frames a second at speed 1. */
const PACE_MS = 1_000;
export const SPEEDS = [0.5, 1, 2, 4] as const;

export interface Playback {
  readonly at: number;
  readonly playing: boolean;
  readonly speed: number;
  /** Goes to a frame, and stays there. */
  seek(frame: number): void;
  /** Goes so many frames on, or back. */
  step(by: number): void;
  /** Starts from the beginning when it stands at the end. */
  toggle(): void;
  setSpeed(speed: number): void;
}

/** Walks through `count` frames, by itself or by hand and keys. */
export function usePlayback(count: number): Playback {
  const last = count - 1;
  const [at, setAt] = useState(last);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(1);

  const go = (to: (from: number) => number) => {
    setPlaying(false);
    // From where it stands by then: keys may come faster than the page is drawn.
    setAt((from) => Math.max(0, Math.min(last, to(from))));
  };
  const seek = (frame: number) => go(() => frame);
  const step = (by: number) => go((from) => from + by);
  const toggle = () => {
    if (!playing && at === last) setAt(0);
    setPlaying(!playing);
  };

  useEffect(() => {
    if (!playing) return;
    if (at >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => setAt(at + 1), PACE_MS / speed);
    return () => clearTimeout(timer);
  }, [playing, at, speed, last]);

  useEffect(() => {
    const deeds: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      Home: () => seek(0),
      End: () => seek(last),
      ' ': toggle,
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const deed = deeds[event.key];
      if (deed === undefined || isTyping(event) || hasKeysOfItsOwn(event)) return;
      event.preventDefault();
      deed();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });

  return { at, playing, speed, seek, step, toggle, setSpeed };
}

/** The board moves its own focus, a slider its own knob, and Space presses the button or switch that has the focus. */
function hasKeysOfItsOwn({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  const own = key === ' ' ? 'button, a, summary, input' : 'input:not([type=checkbox])';
  return target.closest(`.board, select, ${own}`) !== null;
}
