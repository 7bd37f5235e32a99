import { freeplay } from '../client.ts';
import { ChallengeForm } from './challenge-form.tsx';
import { BoardChoice } from './choices.tsx';
import { usePreferred } from './use-preferred.ts';
import { useStart } from './use-start.tsx';

export function SoloPage() {
  return (
    <section class="card stack narrow">
      <SoloForm />
    </section>
  );
}

export function SoloForm() {
  const [wish, setWish] = usePreferred();
  const { busy, notice, run, question } = useStart();
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    run((abandon) => freeplay.flip.solo({ ...wish, ...(abandon && { abandon }) }));
  };
  return (
    <form class="stack" onSubmit={start}>
      <BoardChoice wish={wish} onChange={setWish} />
      <button type="submit" class="button primary" disabled={busy}>
        Play solo
      </button>
      <p class="notice" role="alert">
        {notice}
      </p>
      {question}
    </form>
  );
}

export function DuelPage({ opponent }: { opponent: string }) {
  return (
    <section class="card stack narrow">
      <ChallengeForm
        mode="DUEL"
        opponent={opponent}
        title="Challenge someone to a head-to-head match"
        text="One board, strictly alternating turns; more pairs win. There are no hints."
      />
    </section>
  );
}

export function RacePage({ opponent }: { opponent: string }) {
  return (
    <section class="card stack narrow">
      <ChallengeForm
        mode="SPEED_RACE"
        opponent={opponent}
        title="Race to beat a friend’s score on the same board"
        text="Both of you play the same cards, each at your own pace within 24 hours. The higher score wins. To let them chase a score of yours, play solo first."
      />
    </section>
  );
}
