import type { HistoryRoom } from '@freeplay/client-sdk';
import { GAMES, type Game, gameById } from '@freeplay/shared/games';
import { useEffect, useState } from 'preact/hooks';
import { boardOf } from '../boards/index.ts';
import { Picture } from '../boards/pictures.tsx';
import { freeplay, player } from '../client.ts';
import { Toast } from '../components/toast.tsx';
import { type Entrance, useEntrance } from '../match/enter.ts';
import { followLink, inviteIn, matchPath } from '../router.ts';
import { agoText, summaryOf } from '../words.ts';

export function LobbyPage() {
  const entrance = useEntrance();
  const rooms = player.history.value?.rooms ?? null;
  const active = rooms?.find(isActive) ?? null;
  const failure = player.failure.value;

  useEffect(() => {
    document.title = 'Freeplay';
    void player.loadHistory();
  }, []);

  return (
    <main class="lobby">
      <div class="intro">
        <h1>Play someone, now</h1>
        <p>Meet whoever is here, or send a friend a link. Nothing to install, nothing to pay.</p>
      </div>
      <Toast text={entrance.notice || (failure?.message ?? '')} />
      {active !== null && <Resume room={active} />}
      <ul class="games">
        {GAMES.map((game) => (
          <GameCard key={game.id} game={game} entrance={entrance} />
        ))}
      </ul>
      <div class="lower">
        <Matches rooms={rooms} />
        <JoinByLink entrance={entrance} />
      </div>
    </main>
  );
}

function Resume({ room }: { room: HistoryRoom }) {
  return (
    <section class="card resume" aria-label="Your match under way">
      <p>
        <strong>{titleOf(room.game)}</strong> is under way{withRival(room)}.
      </p>
      <a class="button primary" href={matchPath(room.id)} onClick={followLink}>
        Back to your match
      </a>
    </section>
  );
}

function GameCard({ game, entrance }: { game: Game; entrance: Entrance }) {
  const { busy, enter } = entrance;
  return (
    <li class="card game">
      <Picture game={game.id} />
      <div class="about">
        <h2>{game.titles.online}</h2>
        <p class="quiet-text">{boardOf(game.id)?.pitch}</p>
      </div>
      <div class="actions">
        <button
          type="button"
          class="button primary"
          disabled={busy}
          aria-label={`Play now: ${game.titles.online}`}
          onClick={() => enter(() => freeplay.queue(game.id))}
        >
          Play now
        </button>
        <button
          type="button"
          class="button"
          disabled={busy}
          aria-label={`Invite a friend to ${game.titles.online}`}
          onClick={() => enter(() => freeplay.invite(game.id))}
        >
          Invite
        </button>
      </div>
    </li>
  );
}

function JoinByLink({ entrance }: { entrance: Entrance }) {
  const [notice, setNotice] = useState('');
  const join = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const invite = inviteIn(String(new FormData(event.currentTarget).get('invite') ?? ''));
    setNotice(invite === null ? 'That is no invite link. Paste the whole link.' : '');
    if (invite !== null) void entrance.enter(() => freeplay.join(invite));
  };
  return (
    <section class="stack">
      <h2>Join a friend</h2>
      <form class="stack" onSubmit={join}>
        <label class="quiet-text" for="invite-field">
          The link that you were sent
        </label>
        <div class="field">
          <input id="invite-field" name="invite" required autocomplete="off" spellcheck={false} />
          <button type="submit" class="button" disabled={entrance.busy}>
            Join
          </button>
        </div>
        <p class="notice message" role="alert">
          {notice}
        </p>
      </form>
    </section>
  );
}

function Matches({ rooms }: { rooms: readonly HistoryRoom[] | null }) {
  return (
    <section class="stack">
      <h2>Your matches</h2>
      {rooms === null && <p class="skeleton">Your matches are being read.</p>}
      {rooms?.length === 0 && <p class="quiet-text">None yet. They stay here for 30 days.</p>}
      {rooms !== null && rooms.length > 0 && (
        <ul class="matches">
          {rooms.map((room) => (
            <MatchRow key={room.id} room={room} />
          ))}
        </ul>
      )}
    </section>
  );
}

function MatchRow({ room }: { room: HistoryRoom }) {
  const { text, tone } = summaryOf(room);
  return (
    <li>
      <a href={matchPath(room.id)} onClick={followLink}>
        <span>
          <strong>{titleOf(room.game)}</strong>
          {withRival(room)}
          <br />
          <span class="quiet-text">{agoText(Date.now() - (room.endedAt || room.createdAt))}</span>
        </span>
        <span class="outcome" data-tone={tone}>
          {text}
        </span>
      </a>
    </li>
  );
}

function isActive({ status }: HistoryRoom): boolean {
  return status === 'waiting' || status === 'ready' || status === 'playing';
}

function titleOf(game: string): string {
  return gameById(game)?.titles.local ?? game;
}

function withRival(room: HistoryRoom): string {
  const rival = room.names[1 - room.seat] ?? null;
  return rival === null ? '' : ` with ${rival}`;
}
