import type { Friend, FriendDeed, FriendList, Person } from '@freeplay/client-sdk';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { freeplay } from '../client.ts';
import { useDialog } from '../components/use-dialog.ts';
import { followLink } from '../router.ts';
import { sectionPath } from './paths.ts';
import { useDoing, useRead } from './use-read.ts';

type Act = (name: string, kind: FriendDeed) => void;

export function Friends() {
  const lists = useRead(() => freeplay.flip.friends());
  const { busy, notice, run } = useDoing();
  const act: Act = (name, kind) => run(async () => lists.set(await freeplay.flip.befriend(name, kind)));
  return (
    <div class="stack sections">
      <Ask busy={busy} onAsk={(name) => act(name, 'request')} />
      <p class="notice" role="alert">
        {notice || lists.notice}
      </p>
      {lists.value === null ? (
        <p class="quiet-text">Your friends are being read.</p>
      ) : (
        <Lists lists={lists.value} act={act} />
      )}
    </div>
  );
}

function Ask({ busy, onAsk }: { busy: boolean; onAsk(name: string): void }) {
  const [name, setName] = useState('');
  const ask = (event: SubmitEvent) => {
    event.preventDefault();
    onAsk(name.trim());
    setName('');
  };
  return (
    <form class="stack narrow" onSubmit={ask}>
      <label class="quiet-text" for="friend-field">
        The name of a player
      </label>
      <div class="field">
        <input
          id="friend-field"
          required
          pattern="[A-Za-z0-9_\-]{3,20}"
          value={name}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <button type="submit" class="button primary" disabled={busy}>
          Ask to be friends
        </button>
      </div>
    </form>
  );
}

function Lists({ lists: { friends, incoming, outgoing, blocked }, act }: { lists: FriendList; act: Act }) {
  return (
    <>
      <People title="They ask you" people={incoming}>
        {({ name }) => (
          <>
            <Deed name={name} kind="accept" act={act} primary={true} />
            <Deed name={name} kind="decline" act={act} />
            <Deed name={name} kind="block" act={act} />
          </>
        )}
      </People>
      <section class="stack">
        <h2>Your friends</h2>
        {friends.length === 0 && <p class="quiet-text">None yet. Ask somebody by their name.</p>}
        <ul class="people">
          {friends.map((friend) => (
            <FriendRow key={friend.player} friend={friend} act={act} />
          ))}
        </ul>
      </section>
      <People title="You asked" people={outgoing}>
        {({ name }) => <Deed name={name} kind="remove" act={act} words="Withdraw" />}
      </People>
      <People title="Blocked" people={blocked}>
        {({ name }) => <Deed name={name} kind="unblock" act={act} />}
      </People>
    </>
  );
}

function People({
  title,
  people,
  children,
}: {
  title: string;
  people: readonly Person[];
  children: (person: Person) => ComponentChildren;
}) {
  if (people.length === 0) return null;
  return (
    <section class="stack">
      <h2>{title}</h2>
      <ul class="people">
        {people.map((person) => (
          <li key={person.player}>
            <strong>{person.name}</strong>
            <div class="actions">{children(person)}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function FriendRow({ friend, act }: { friend: Friend; act: Act }) {
  const { name, online, inMatch } = friend;
  const removing = useDialog();
  return (
    <li>
      <span>
        <strong>{name}</strong>
        <br />
        <span class="condition quiet-text" data-here={online}>
          {inMatch ? 'In a match' : online ? 'Online' : 'Offline'}
        </span>
      </span>
      <div class="actions">
        <a class="button primary" href={sectionPath('duel', name)} aria-label={`Duel ${name}`} onClick={followLink}>
          Duel
        </a>
        <a class="button" href={sectionPath('race', name)} aria-label={`Race ${name}`} onClick={followLink}>
          Race
        </a>
        <button type="button" class="button quiet" aria-label={`More about ${name}`} onClick={removing.show}>
          More
        </button>
      </div>
      <RemoveDialog name={name} dialog={removing} act={act} />
    </li>
  );
}

function RemoveDialog({ name, dialog, act }: { name: string; dialog: ReturnType<typeof useDialog>; act: Act }) {
  const then = (kind: FriendDeed) => {
    dialog.close();
    act(name, kind);
  };
  return (
    <dialog ref={dialog.ref} class="dialog" aria-label={`${name} as a friend`}>
      <h2>{name}</h2>
      <p>A blocked player cannot challenge you, ask you to be friends or invite you.</p>
      <div class="actions">
        <button type="button" class="button quiet" onClick={dialog.close}>
          Stay friends
        </button>
        <button type="button" class="button" onClick={() => then('remove')}>
          Remove
        </button>
        <button type="button" class="button danger" onClick={() => then('block')}>
          Block
        </button>
      </div>
    </dialog>
  );
}

const DEEDS: Readonly<Record<FriendDeed, string>> = {
  request: 'Ask',
  accept: 'Accept',
  decline: 'Decline',
  remove: 'Remove',
  block: 'Block',
  unblock: 'Unblock',
};

interface DeedProps {
  readonly name: string;
  readonly kind: FriendDeed;
  readonly act: Act;
  readonly words?: string;
  readonly primary?: boolean;
}

function Deed({ name, kind, act, words = DEEDS[kind], primary = false }: DeedProps) {
  return (
    <button
      type="button"
      class={primary ? 'button primary' : 'button'}
      aria-label={`${words}: ${name}`}
      onClick={() => act(name, kind)}
    >
      {words}
    </button>
  );
}
