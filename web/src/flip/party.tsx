import type { Party, PartyAction, PartyMember } from '@freeplay/client-sdk';
import { NO_PARTY } from '@freeplay/shared/games/flip/console';
import { useEffect, useRef, useState } from 'preact/hooks';
import { freeplay, player } from '../client.ts';
import { CopyField } from '../components/copy-field.tsx';
import { followLink, matchPath, navigate } from '../router.ts';
import { Chat } from './chat.tsx';
import { BoardChoice } from './choices.tsx';
import { partyPath, sectionPath } from './paths.ts';
import { type PartyControl, useParty } from './use-party.ts';
import { usePreferred } from './use-preferred.ts';
import { type Doing, useDoing, useRead } from './use-read.ts';
import { useStart } from './use-start.tsx';

/** The party, and Team Snap with it. `code`: an invitation to join at once. */
export function PartyPage({ code }: { code: string }) {
  const control = useParty();
  const doing = useDoing();
  const { party } = control;
  useFollowMatch(party);
  useEffect(() => {
    if (code === '') return;
    doing.run(async () => {
      control.set(await freeplay.flip.joinParty(code));
      navigate(sectionPath('team'), 'replace');
    });
  }, [code]);

  return (
    <div class="stack sections">
      <p class="notice" role="alert">
        {doing.notice || control.notice}
      </p>
      {!control.known && <p class="quiet-text">Your party is being read.</p>}
      {control.known && party === null && <NoParty control={control} doing={doing} />}
      {party !== null && <Members party={party} control={control} doing={doing} />}
    </div>
  );
}

/** Members who look at the party go along when its match starts. */
function useFollowMatch(party: Party | null): void {
  const before = useRef<Party | null>(null);
  useEffect(() => {
    const started = before.current !== null && before.current.match === undefined && party?.match !== undefined;
    before.current = party;
    if (started && party?.match !== undefined) navigate(matchPath(party.match));
  }, [party]);
}

function NoParty({ control, doing: { busy, run } }: { control: PartyControl; doing: Doing }) {
  const [code, setCode] = useState('');
  const join = (event: SubmitEvent) => {
    event.preventDefault();
    const [, last = ''] = /([\w-]+)\/?$/.exec(code.trim()) ?? [];
    run(async () => control.set(await freeplay.flip.joinParty(last)));
  };
  return (
    <div class="stack narrow">
      <p>{NO_PARTY}</p>
      <Invitations control={control} run={run} />
      <button
        type="button"
        class="button primary"
        disabled={busy}
        onClick={() => run(async () => control.set(await freeplay.flip.openParty()))}
      >
        Open a party
      </button>
      <form class="stack" onSubmit={join}>
        <label class="quiet-text" for="code-field">
          Or join one by its link or code
        </label>
        <div class="field">
          <input
            id="code-field"
            required
            value={code}
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => setCode(currentTarget.value)}
          />
          <button type="submit" class="button" disabled={busy}>
            Join
          </button>
        </div>
      </form>
    </div>
  );
}

/** The parties that the player was invited to lately. */
function Invitations({ control, run }: { control: PartyControl; run: Doing['run'] }) {
  const notices = useRead(() => freeplay.flip.notices());
  const invites = new Map(
    (notices.value?.items ?? []).flatMap(({ kind, data, text }) =>
      kind === 'party-invite' && typeof data.party === 'string' ? [[data.party, text] as const] : [],
    ),
  );
  return [...invites].slice(-3).map(([id, text]) => (
    <p key={id} class="card invitation">
      <span>{text}</span>
      <button
        type="button"
        class="button primary"
        onClick={() => run(async () => control.set(await freeplay.flip.actInParty(id, { kind: 'accept' })))}
      >
        Join
      </button>
    </p>
  ));
}

function Members({ party, control, doing }: { party: Party; control: PartyControl; doing: Doing }) {
  const leads = party.leader === player.id.value;
  const act = (action: PartyAction) =>
    doing.run(async () => control.set(await freeplay.flip.actInParty(party.id, action)));
  return (
    <div class="party">
      <div class="stack sections">
        <section class="stack">
          <h2>Members</h2>
          <ol class="people">
            {party.members.map((member) => (
              <MemberRow key={member.player} member={member} party={party} leads={leads} act={act} />
            ))}
          </ol>
          <button type="button" class="button quiet" onClick={() => act({ kind: 'leave' })}>
            Leave the party
          </button>
        </section>
        {party.members.length < 4 && (
          <section class="stack">
            <h2>Invite</h2>
            <CopyField label="Send this link to your friends" value={`${location.origin}${partyPath(party.code)}`} />
            <InviteFriends party={party} act={act} />
          </section>
        )}
      </div>
      <div class="stack sections">
        <section class="stack">
          <h2>Team Snap</h2>
          <StartTeam party={party} leads={leads} />
        </section>
        <section class="stack">
          <h2>Chat</h2>
          <Chat party={party} onSaid={control.set} />
        </section>
      </div>
    </div>
  );
}

interface MemberProps {
  readonly member: PartyMember;
  readonly party: Party;
  readonly leads: boolean;
  act(action: PartyAction): void;
}

function MemberRow({ member: { player: id, name, online }, party, leads, act }: MemberProps) {
  const self = id === player.id.value;
  return (
    <li>
      <span>
        <strong>{name}</strong>
        {id === party.leader && <span class="tag">Leader</span>}
        <br />
        <span class="condition quiet-text" data-here={online || self}>
          {self ? 'You' : online ? 'Online' : 'Offline'}
        </span>
      </span>
      {leads && !self && (
        <div class="actions">
          <button
            type="button"
            class="button"
            aria-label={`Make leader: ${name}`}
            onClick={() => act({ kind: 'promote', player: id })}
          >
            Make leader
          </button>
          <button
            type="button"
            class="button"
            aria-label={`Remove ${name} from the party`}
            onClick={() => act({ kind: 'kick', player: id })}
          >
            Remove
          </button>
        </div>
      )}
    </li>
  );
}

const BOARDS: Readonly<Record<number, string>> = { 2: '6x6, 18 pairs', 3: '8x8, 32 pairs', 4: '8x8, 32 pairs' };

function StartTeam({ party, leads }: { party: Party; leads: boolean }) {
  const [wish, setWish] = usePreferred();
  const { busy, notice, run, question } = useStart();
  const leader = party.members.find(({ player: id }) => id === party.leader)?.name ?? 'the leader';
  if (party.match !== undefined) {
    return (
      <a class="button primary" href={matchPath(party.match)} onClick={followLink}>
        To your team’s board
      </a>
    );
  }
  if (party.members.length < 2) return <p class="quiet-text">{NO_PARTY}</p>;
  if (!leads) return <p class="quiet-text">Waiting for {leader} to start. You go along from this page.</p>;
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    run((abandon) => freeplay.flip.team({ ...wish, ...(abandon && { abandon }) }));
  };
  return (
    <form class="stack" onSubmit={start}>
      <p class="quiet-text">
        {party.members.length} players: {BOARDS[party.members.length]}. Difficulty sets the clock, par and hints.
      </p>
      <BoardChoice wish={wish} onChange={setWish} team={true} />
      <button type="submit" class="button primary" disabled={busy}>
        Start Team Snap
      </button>
      <p class="notice" role="alert">
        {notice}
      </p>
      {question}
    </form>
  );
}

function InviteFriends({ party, act }: { party: Party; act(action: PartyAction): void }) {
  const friends = useRead(() => freeplay.flip.friends());
  const [asked, setAsked] = useState<readonly string[]>([]);
  const others = (friends.value?.friends ?? []).filter(
    ({ player: id }) => !party.members.some((member) => member.player === id),
  );
  if (others.length === 0) return null;
  return (
    <ul class="people">
      {others.map(({ player: id, name, online }) => (
        <li key={id}>
          <span>
            <strong>{name}</strong>
            <br />
            <span class="condition quiet-text" data-here={online}>
              {online ? 'Online' : 'Offline'}
            </span>
          </span>
          <button
            type="button"
            class="button"
            disabled={asked.includes(id)}
            aria-label={`Invite ${name}`}
            onClick={() => {
              setAsked([...asked, id]);
              act({ kind: 'invite', name });
            }}
          >
            {asked.includes(id) ? 'Invited' : 'Invite'}
          </button>
        </li>
      ))}
    </ul>
  );
}
