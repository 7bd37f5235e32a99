import { FreeplayError } from '@freeplay/client-sdk';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { persist } from '../client.ts';
import { lazy } from '../components/lazy.tsx';
import { Loading } from '../components/loading.tsx';
import { FileField } from '../replay/file-field.tsx';
import type { Proof } from '../replay/proof.ts';
import { proofOf } from '../replay/proof.ts';
import { timelineOf } from '../replay/timeline.ts';
import { Unplayable } from '../replay/unplayable.tsx';
import { followLink, matchPath } from '../router.ts';
import { isFlip } from '../titles.ts';
import { LostPage } from './lost.tsx';

const BoardTheatre = lazy(async () => (await import('../boards/theatre.tsx')).BoardTheatre);
const FlipTheatre = lazy(async () => (await import('../flip/theatre.tsx')).FlipTheatre);

/** How often a match that is not over is asked for again. */
const LOOK_MS = 5_000;

/** A recorded match: one of the player's own, or one from a file. */
export function ReplayPage({ id }: { id: string }) {
  const [proof, setProof] = useState<Proof | null>(null);
  const [failure, setFailure] = useState<FreeplayError | null>(null);
  const [looks, setLooks] = useState(0);
  const early = failure?.code === 'wrong-status';

  useEffect(() => {
    document.title = 'Replay · Freeplay';
    if (id === '') return;
    let shown = true;
    const read = async () => {
      try {
        const found = await persist(
          () => proofOf(id),
          (error) => shown && setFailure(error),
        );
        if (shown) setProof(found);
      } catch (error) {
        if (!(error instanceof FreeplayError)) throw error;
      }
    };
    void read();
    return () => {
      shown = false;
    };
  }, [id, looks]);
  useEffect(() => {
    if (!early || proof !== null) return;
    const timer = setInterval(() => document.hidden || setLooks((count) => count + 1), LOOK_MS);
    return () => clearInterval(timer);
  }, [early, proof]);

  if (proof !== null) return <Shown proof={proof} onProof={setProof} />;
  if (id === '') return <Opening onProof={setProof} />;
  if (early) return <Early id={id} />;
  if (failure !== null && !failure.passing) {
    return (
      <LostPage
        title="No such replay"
        text="Only who played in a match can watch it here. A saved file opens for everyone."
      />
    );
  }
  return <Loading title="Reading the replay…" text={failure?.message ?? ''} />;
}

function Shown({ proof, onProof }: { proof: Proof; onProof(proof: Proof): void }) {
  const timeline = useMemo(() => timelineOf(proof.replay), [proof]);
  if (timeline === null) return <Unplayable />;
  const Theatre = isFlip(proof.replay.game) ? FlipTheatre : BoardTheatre;
  return <Theatre key={proof.replay.id} proof={proof} timeline={timeline} onProof={onProof} />;
}

/** A log that would show what is hidden stays closed until the match is over; a race, until both runs are. */
function Early({ id }: { id: string }) {
  return (
    <main class="waiting">
      <section class="card stack">
        <h1>Not over yet</h1>
        <p role="status">
          A replay shows every card, so it opens when the match is over; of a race, when both runs are over. This page
          then shows it by itself.
        </p>
        <p class="field">
          <a class="button primary" href={matchPath(id)} onClick={followLink}>
            Back to the match
          </a>
          <a class="button" href="/" onClick={followLink}>
            To the lobby
          </a>
        </p>
      </section>
    </main>
  );
}

function Opening({ onProof }: { onProof(proof: Proof): void }) {
  return (
    <main class="waiting">
      <section class="card stack">
        <h1>Open a replay</h1>
        <p>Choose a file that was saved after a match. It stays on this device.</p>
        <FileField onProof={onProof} />
      </section>
    </main>
  );
}
