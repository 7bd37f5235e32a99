import { useEffect } from 'preact/hooks';
import { freeplay, persist } from '../client.ts';
import { useEntrance } from '../match/enter.ts';
import { followLink } from '../router.ts';

/** Where an invite link leads: it takes the seat at once, and says what is wrong when it cannot. */
export function JoinPage({ invite }: { invite: string }) {
  const { enter, busy, notice } = useEntrance();
  const join = () =>
    enter(
      () =>
        persist(
          () => freeplay.join(invite),
          () => undefined,
        ),
      'replace',
    );

  useEffect(() => {
    document.title = 'Joining · Freeplay';
    void join();
  }, [invite]);

  return (
    <main class="waiting">
      <div class="stack">
        <h1>{notice === '' ? 'Taking your seat…' : 'This invitation did not work'}</h1>
        <p class="message" role="status">
          {notice}
        </p>
        {notice !== '' && (
          <p class="field">
            <button type="button" class="button" onClick={join} disabled={busy}>
              Try again
            </button>
            <a class="button primary" href="/" onClick={followLink}>
              To the lobby
            </a>
          </p>
        )}
      </div>
    </main>
  );
}
