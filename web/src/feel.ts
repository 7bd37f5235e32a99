import { settings } from './settings.ts';

/** What a match lets be heard and felt, each a few soft tones: [hertz, start in ms]. */
const TONES = {
  found: [
    [523, 0],
    [784, 120],
  ],
  move: [[330, 0]],
  turn: [
    [440, 0],
    [587, 90],
  ],
  won: [
    [523, 0],
    [659, 120],
    [784, 240],
  ],
  lost: [
    [392, 0],
    [330, 160],
  ],
  drawn: [[392, 0]],
} as const satisfies Readonly<Record<string, readonly (readonly [number, number])[]>>;

export type Cue = keyof typeof TONES;

const TONE_MS = 160;
const LOUDNESS = 0.06;
const BUZZ_MS = 30;

let audio: AudioContext | null = null;

/** Gives a cue, as far as the player has asked for such. */
export function give(cue: Cue): void {
  if (settings.sound.value === 'on') void sound(cue);
  if (settings.vibration.value === 'on' && cue !== 'move') navigator.vibrate?.(BUZZ_MS);
}

async function sound(cue: Cue): Promise<void> {
  audio ??= new AudioContext();
  // Browsers hold it until the visitor has pressed something, and again after the page was away.
  if (audio.state !== 'running') await audio.resume().catch(() => undefined);
  for (const [hertz, start] of TONES[cue]) tone(audio, hertz, audio.currentTime + start / 1000);
}

function tone(context: AudioContext, hertz: number, at: number): void {
  const end = at + TONE_MS / 1000;
  const voice = new OscillatorNode(context, { type: 'sine', frequency: hertz });
  const loudness = new GainNode(context, { gain: 0 });
  loudness.gain.setValueAtTime(0, at);
  loudness.gain.linearRampToValueAtTime(LOUDNESS, at + 0.01);
  loudness.gain.exponentialRampToValueAtTime(0.0001, end);
  voice.connect(loudness).connect(context.destination);
  voice.start(at);
  voice.stop(end);
}
