import type { Challenge } from '@freeplay/client-sdk';
import { grouped } from '@freeplay/shared/games/flip/console';
import { freeplay } from '../client.ts';
import { useCountdown } from '../components/use-countdown.ts';
import { followLink, matchPath } from '../router.ts';
import type { Tone } from '../words.ts';
import { sectionPath } from './paths.ts';
import { type Read, useDoing, useRead } from './use-read.ts';
import { useStart } from './use-start.tsx';
import { DIFFICULTY_WORDS, runText, themeName } from './words.ts';

type Lists = Awaited<ReturnType<typeof freeplay.flip.challenges>>;

export function Challenges() {
  const lists = useRead(() => freeplay.flip.challenges());
  if (lists.value === null) return <p class="quiet-text">{lists.notice || 'Your challenges are being read.'}</p>;
  const { incoming, outgoing, active, recent } = lists.value;
  const nothing = incoming.length + outgoing.length + active.length + recent.length === 0;
  return (
    <div class="stack sections">
      <p class="actions">
        <a class="button" href={sectionPath('duel')} onClick={followLink}>
          New duel
        </a>
        <a class="button" href={sectionPath('race')} onClick={followLink}>
          New race
        </a>
      </p>
      {nothing && <p class="quiet-text">None yet. Challenge a friend, or anyone by name.</p>}
      <Section title="For you to answer" challenges={incoming} lists={lists} />
      <Section title="Under way" challenges={active} lists={lists} />
      <Section title="Waiting for an answer" challenges={outgoing} lists={lists} />
      <Section title="Recent" challenges={recent} lists={lists} />
    </div>
  );
}

function Section({
  title,
  challenges,
  lists,
}: {
  title: string;
  challenges: readonly Challenge[];
  lists: Read<Lists>;
}) {
  if (challenges.length === 0) return null;
  return (
    <section class="stack">
      <h2>{title}</h2>
      <ul class="stack">
        {challenges.map((challenge) => (
          <li key={challenge.id} class="card challenge">
            <Row challenge={challenge} lists={lists} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ challenge, lists }: { challenge: Challenge; lists: Read<Lists> }) {
  const { mode, difficulty, theme, runs, status } = challenge;
  const left = useCountdown(status === 'PENDING' || status === 'ACCEPTED' ? challenge.expiresAt : 0, () =>
    freeplay.serverNow(),
  );
  const outcome = outcomeOf(challenge);
  return (
    <>
      <div class="about">
        <h3>
          {mode === 'DUEL' ? 'Duel' : 'Speed Race'} vs {rivalOf(challenge).name}
        </h3>
        <p class="quiet-text">
          {DIFFICULTY_WORDS[difficulty]}, {themeName(theme)}
          {left !== null && ` · ${leftText(left)}`}
        </p>
        {runs !== undefined && (
          <ul class="quiet-text figures">
            {runs.map((run, side) => (
              <li key={run.name}>
                {(side === 0) === (challenge.you === 'challenger') ? 'You' : run.name}: {runText(run)}
              </li>
            ))}
          </ul>
        )}
        {outcome !== null && (
          <p class="outcome" data-tone={outcome.tone}>
            {outcome.text}
          </p>
        )}
      </div>
      <Deeds challenge={challenge} lists={lists} />
    </>
  );
}

function Deeds({ challenge, lists }: { challenge: Challenge; lists: Read<Lists> }) {
  const { id, status, you, room, mode } = challenge;
  const start = useStart();
  const doing = useDoing();
  const rival = rivalOf(challenge).name;
  const open = (kind: 'accept' | 'start') =>
    start.run(async (abandon) => {
      const { match } = await freeplay.flip.answer(id, { kind, ...(abandon && { abandon }) });
      lists.again();
      return match;
    });
  const close = (kind: 'decline' | 'cancel') =>
    doing.run(async () => {
      await freeplay.flip.answer(id, { kind });
      lists.again();
    });
  const mine = challenge.runs?.[you === 'challenger' ? 0 : 1];
  return (
    <div class="actions">
      {status === 'PENDING' && you === 'challengee' && (
        <>
          <button
            type="button"
            class="button primary"
            disabled={start.busy}
            aria-label={`Accept the challenge of ${rival}`}
            onClick={() => open('accept')}
          >
            Accept
          </button>
          <button
            type="button"
            class="button"
            disabled={doing.busy}
            aria-label={`Decline the challenge of ${rival}`}
            onClick={() => close('decline')}
          >
            Decline
          </button>
        </>
      )}
      {status === 'PENDING' && you === 'challenger' && (
        <button
          type="button"
          class="button"
          disabled={doing.busy}
          aria-label={`Cancel your challenge to ${rival}`}
          onClick={() => close('cancel')}
        >
          Cancel
        </button>
      )}
      {status === 'ACCEPTED' && mode === 'SPEED_RACE' && mine?.status === 'not-started' && (
        <button type="button" class="button primary" disabled={start.busy} onClick={() => open('start')}>
          Start your run
        </button>
      )}
      {room !== undefined && status !== 'PENDING' && (
        <a
          class={status === 'ACCEPTED' ? 'button primary' : 'button'}
          href={matchPath(room)}
          aria-label={`${status === 'ACCEPTED' ? 'To the board' : 'Look at the board'} against ${rival}`}
          onClick={followLink}
        >
          {status === 'ACCEPTED' ? 'To the board' : 'The board'}
        </a>
      )}
      <p class="notice" role="alert">
        {start.notice || doing.notice}
      </p>
      {start.question}
    </div>
  );
}

function rivalOf({ you, challenger, challengee }: Challenge) {
  return you === 'challenger' ? challengee : challenger;
}

function outcomeOf({ status, you, result }: Challenge): { text: string; tone: Tone } | null {
  switch (status) {
    case 'PENDING':
    case 'ACCEPTED':
      return null;
    case 'DECLINED':
      return { text: 'Declined', tone: 'plain' };
    case 'CANCELLED':
      return { text: 'Cancelled', tone: 'plain' };
    case 'EXPIRED':
      return { text: 'Expired', tone: 'plain' };
    case 'COMPLETED':
      return resultWords(you === 'challenger' ? 0 : 1, result);
  }
}

function resultWords(side: 0 | 1, result: Challenge['result']): { text: string; tone: Tone } {
  if (result === undefined || result.winner === null) return { text: 'No result', tone: 'plain' };
  const [own, other] = [result.scores[side] ?? null, result.scores[1 - side] ?? null];
  const scores = own === null || other === null ? '' : ` ${grouped(own)} to ${grouped(other)}`;
  if (result.winner === -1) return { text: `Draw${scores}`, tone: 'plain' };
  const won = result.winner === side;
  return {
    text: `${won ? 'Won' : 'Lost'}${scores}${result.byDefault ? ' by default' : ''}`,
    tone: won ? 'good' : 'bad',
  };
}

const MINUTE_MS = 60_000;

function leftText(ms: number): string {
  const minutes = Math.ceil(ms / MINUTE_MS);
  return minutes >= 90 ? `${Math.round(minutes / 60)} hours left` : `${minutes} min left`;
}
