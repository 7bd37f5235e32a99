import { FreeplayError } from '@freeplay/client-sdk';
import { useEffect, useState } from 'preact/hooks';
import { persist } from '../client.ts';
import { Loading } from '../components/loading.tsx';
import { FileField } from '../replay/file-field.tsx';
import type { Proof } from '../replay/proof.ts';
import { proofOf } from '../replay/proof.ts';
import { Theatre } from '../replay/theatre.tsx';
import { timelineOf } from '../replay/timeline.ts';
import { LostPage } from './lost.tsx';

/** A recorded match: one of the player's own, or one from a file. */
export function ReplayPage({ id }: { id: string }) {
  const [proof, setProof] = useState<Proof | null>(null);
  const [failure, setFailure] = useState<FreeplayError | null>(null);

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
  }, [id]);

  if (proof !== null) return <Shown proof={proof} onProof={setProof} />;
  if (id === '') return <Opening onProof={setProof} />;
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
  const timeline = timelineOf(proof.replay);
  if (timeline === null) {
    return (
      <LostPage title="This replay does not play" text="Its game or one of its moves is not of the rules known here." />
    );
  }
  return <Theatre key={proof.replay.id} proof={proof} timeline={timeline} onProof={onProof} />;
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
