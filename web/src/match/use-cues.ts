import type { Snapshot } from '@freeplay/client-sdk';
import { useEffect, useRef } from 'preact/hooks';
import { type Cue, give } from '../feel.ts';

/** Lets what happens in a match be heard and felt. */
export function useCues(snapshot: Snapshot | null): void {
  const before = useRef<Snapshot | null>(null);
  useEffect(() => {
    const cue = before.current === null || snapshot === null ? null : cueFor(before.current, snapshot);
    before.current = snapshot;
    if (cue !== null) give(cue);
  }, [snapshot]);
}

function cueFor(before: Snapshot, now: Snapshot): Cue | null {
  if (before.revision === now.revision) return null;
  if (before.status === 'waiting' && now.status === 'ready') return 'found';
  if (before.status === 'playing' && now.status === 'finished') return endCue(now);
  if (now.status !== 'playing') return null;
  return now.turn === now.seat ? 'turn' : 'move';
}

function endCue({ winner, seat }: Snapshot): Cue {
  if (winner === null || winner === -1) return 'drawn';
  return winner === seat ? 'won' : 'lost';
}
