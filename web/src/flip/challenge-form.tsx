import type { BoardWish, Challenge } from '@freeplay/client-sdk';
import { useState } from 'preact/hooks';
import { freeplay } from '../client.ts';
import { followLink } from '../router.ts';
import { BoardChoice } from './choices.tsx';
import { sectionPath } from './paths.ts';
import { usePreferred } from './use-preferred.ts';
import { useDoing, useRead } from './use-read.ts';

export interface ChallengeFormProps {
  readonly mode: 'DUEL' | 'SPEED_RACE';
  readonly title: string;
  readonly text: string;
  /** A completed solo game: its board is the race's. */
  readonly benchmark?: string;
  readonly opponent?: string;
}

/** Whom to challenge, and on which board. */
export function ChallengeForm({ mode, title, text, benchmark, opponent = '' }: ChallengeFormProps) {
  const friends = useRead(() => freeplay.flip.friends());
  const [wish, setWish] = usePreferred();
  const [name, setName] = useState(opponent);
  const [sent, setSent] = useState<Challenge | null>(null);
  const { busy, notice, run } = useDoing();

  const send = (event: SubmitEvent) => {
    event.preventDefault();
    run(async () => {
      const terms: BoardWish | { benchmark: string } = benchmark === undefined ? wish : { benchmark };
      setSent(await freeplay.flip.challenge({ mode, opponent: name.trim(), ...terms }));
    });
  };

  if (sent !== null) return <Sent challenge={sent} onMore={() => setSent(null)} />;
  return (
    <form class="stack" onSubmit={send}>
      <h2>{title}</h2>
      <p class="quiet-text">{text}</p>
      {(friends.value?.friends.length ?? 0) > 0 && (
        <fieldset class="choice">
          <legend>A friend</legend>
          <div class="people-choice">
            {friends.value?.friends.map((friend) => (
              <label key={friend.player}>
                <input
                  type="radio"
                  name="friend"
                  checked={name.toLowerCase() === friend.name.toLowerCase()}
                  onChange={() => setName(friend.name)}
                />
                <span>
                  {friend.name}
                  <small>{friend.inMatch ? 'In a match' : friend.online ? 'Online' : 'Offline'}</small>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <label class="quiet-text" for="opponent-field">
        {(friends.value?.friends.length ?? 0) > 0 ? 'Or anyone, by name' : 'Your opponent’s name'}
      </label>
      <div class="field">
        <input
          id="opponent-field"
          required
          pattern="[A-Za-z0-9_\-]{3,20}"
          value={name}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </div>
      {benchmark === undefined && <BoardChoice wish={wish} onChange={setWish} />}
      <button type="submit" class="button primary" disabled={busy}>
        Send the challenge
      </button>
      <p class="notice message" role="alert">
        {notice}
      </p>
    </form>
  );
}

function Sent({ challenge, onMore }: { challenge: Challenge; onMore(): void }) {
  const { name } = challenge.challengee;
  return (
    <div class="stack" role="status">
      <h2>Challenge sent</h2>
      <p>
        {name} has 24 hours to answer.{' '}
        {challenge.mode === 'DUEL' ? 'You move first.' : 'You will be told how the race goes.'}
      </p>
      <div class="actions">
        <a class="button primary" href={sectionPath('challenges')} onClick={followLink}>
          Your challenges
        </a>
        <button type="button" class="button" onClick={onMore}>
          Challenge somebody else
        </button>
      </div>
    </div>
  );
}
