import type { Game } from '@freeplay/shared/games';
import { useEffect, useState } from 'preact/hooks';
import { think } from '../bots/player.ts';
import { give } from '../feel.ts';
import {
  type Cabinet,
  isBotsTurn,
  keep,
  keptScene,
  levelOf,
  played,
  type Rival,
  type Scene,
  sceneOf,
  takenBack,
} from './cabinet.ts';

export interface CabinetControl {
  /** null: nothing is being played. */
  readonly scene: Scene | null;
  start(rival: Rival, seat: number): void;
  play(action: number): void;
  /** null: there is nothing to take back. */
  readonly takeBack: (() => void) | null;
  /** Ends it without a result. */
  stop(): void;
}

/** A bot that answers at once gives nobody the time to see what it did. */
const LEAST_MS = 450;

/** The game on this device: kept through reloads, and played on by the bot where it is its turn. */
export function useCabinet(game: Game): CabinetControl {
  const [scene, setScene] = useState<Scene | null>(() => keptScene(game.id));
  const change = (cabinet: Cabinet | null) => {
    keep(game.id, cabinet);
    setScene(cabinet === null ? null : sceneOf(game, cabinet));
  };
  const play = (action: number) => {
    const next = scene === null ? null : played(scene, action);
    if (next === null) return;
    change(next);
    give('move');
  };

  useEffect(() => {
    const level = scene === null ? null : levelOf(scene.cabinet);
    if (scene === null || level === null || !isBotsTurn(scene)) return;
    let current = true;
    const { state, cabinet } = scene;
    const least = new Promise((resolve) => setTimeout(resolve, LEAST_MS));
    const thought = think({ game: game.id, state, level, seed: cabinet.seed });
    void Promise.all([thought, least]).then(([action]) => current && play(action));
    return () => {
      current = false;
    };
  }, [scene]);

  const earlier = scene === null ? null : takenBack(scene);
  return {
    scene,
    play,
    takeBack: earlier === null ? null : () => change(earlier),
    start: (rival, seat) => change({ rival, seat, seed: freshSeed(), actions: [] }),
    stop: () => change(null),
  };
}

function freshSeed(): number {
  return crypto.getRandomValues(new Int32Array(1))[0] ?? 0;
}
