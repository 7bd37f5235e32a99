import type { Party } from '@freeplay/client-sdk';
import { useEffect, useRef } from 'preact/hooks';
import { freeplay, player } from '../client.ts';
import { useParty } from './use-party.ts';
import { useDoing } from './use-read.ts';

/** The party's chat beside its match. */
export function PartyChat({ party: id }: { party: string }) {
  const { party, set } = useParty();
  if (party === null || party.id !== id) return null;
  return <Chat party={party} onSaid={set} />;
}

export function Chat({ party, onSaid }: { party: Party; onSaid(party: Party): void }) {
  const { busy, notice, run } = useDoing();
  const lines = useRef<HTMLDivElement>(null);
  const last = party.said.at(-1);
  useEffect(() => {
    lines.current?.scrollTo({ top: lines.current.scrollHeight });
  }, [last]);

  const say = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = String(new FormData(form).get('say') ?? '').trim();
    if (text === '') return;
    run(async () => {
      onSaid(await freeplay.flip.actInParty(party.id, { kind: 'say', text }));
      form.reset();
    });
  };
  return (
    <section class="chat stack" aria-label="Party chat">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls must be reachable by keyboard. */}
      <div ref={lines} role="log" tabIndex={0} aria-label="What was said">
        {party.said.length === 0 && <p class="quiet-text">Tell your team what you have seen.</p>}
        {party.said.map((line) => (
          <p key={`${line.at} ${line.player} ${line.text}`}>
            <strong>{line.player === player.id.value ? 'You' : line.name}:</strong> {line.text}
          </p>
        ))}
      </div>
      <form class="field" onSubmit={say}>
        <input name="say" aria-label="Say to your party" placeholder="Say…" maxLength={200} autocomplete="off" />
        <button type="submit" class="button" disabled={busy}>
          Say
        </button>
      </form>
      <p class="notice" role="alert">
        {notice}
      </p>
    </section>
  );
}
