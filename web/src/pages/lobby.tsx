import type { HistoryRoom } from '@freeplay/client-sdk';
import { GAMES, type Game } from '@freeplay/shared/games';
import { useEffect, useState } from 'preact/hooks';
import { boardOf } from '../boards/index.ts';
import { Picture } from '../boards/pictures.tsx';
import { freeplay, onReturn, player } from '../client.ts';
import { Toast } from '../components/toast.tsx';
import { isActive, Matches, withRival } from '../lobby/matches.tsx';
import { type Entrance, useEntrance } from '../match/enter.ts';
import { FILE_PATH, followLink, inviteIn, localPath, matchPath } from '../router.ts';
import { titleOf } from '../titles.ts';

/** How often the player's matches are read again while one is under way elsewhere. */
const REFRESH_MS = 10_000;

export function LobbyPage() {
  const entrance = useEntrance();
  const rooms = player.history.value?.rooms ?? null;
  const active = rooms?.find(isActive) ?? null;
  const failure = player.failure.value;

  useEffect(() => {
    document.title = 'Freeplay';
    void player.loadHistory();
    return onReturn(() => void player.loadHistory());
  }, []);
  useEffect(() => {
    if (active === null) return;
    const timer = setInterval(() => document.hidden || void player.loadHistory(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [active?.id]);

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
        <FlipCard />
      </ul>
      <div class="lower">
        <Matches rooms={rooms} />
        <div class="lower-side">
          <JoinByLink entrance={entrance} />
          <section class="stack">
            <h2>Replays</h2>
            <p class="quiet-text">Watch a saved match, and check that it happened as its receipt says.</p>
            <p>
              <a class="button" href={FILE_PATH} onClick={followLink}>
                Open a replay file
              </a>
            </p>
          </section>
        </div>
      </div>
    </main>
  );
}

function Resume({ room }: { room: HistoryRoom }) {
  const title = titleOf(room.game);
  return (
    <section class="card resume" aria-label="Your match under way">
      <p>
        <strong>{title}</strong>{' '}
        {room.status === 'waiting' ? 'waits for an opponent' : `is under way${withRival(room)}`}.
      </p>
      <a class="button primary" href={matchPath(room.id)} onClick={followLink}>
        Back to your match
      </a>
    </section>
  );
}

function GameCard({ game, entrance }: { game: Game; entrance: Entrance }) {
  const { busy, enter } = entrance;
  const { online, local } = game.titles;
  return (
    <li class="card game">
      <Picture game={game.id} />
      <div class="about">
        <h2>{local}</h2>
        <p class="quiet-text">{boardOf(game.id)?.pitch}</p>
      </div>
      <div class="actions">
        <button
          type="button"
          class="button primary"
          disabled={busy}
          aria-label={`Play now: ${online}`}
          onClick={() => enter(() => freeplay.queue(game.id))}
        >
          Play now
        </button>
        <button
          type="button"
          class="button"
          disabled={busy}
          aria-label={`Invite a friend to ${online}`}
          onClick={() => enter(() => freeplay.invite(game.id))}
        >
          Invite
        </button>
        <a
          class="button quiet"
          href={localPath(game.id)}
          aria-label={`Bot or same screen: ${local}`}
          onClick={followLink}
        >
          Bot or same screen
        </a>
      </div>
    </li>
  );
}

/** Its menu has what the others start from here: solo, duel, race, team. */
function FlipCard() {
  return (
    <li class="card game wide">
      <Picture game="flip" />
      <div class="about">
        <h2>Flip Match</h2>
        <p class="quiet-text">Find the pairs: alone, in a duel, in a race on one board, or as a team.</p>
      </div>
      <div class="actions">
        <a class="button primary" href="/flip" aria-label="Play Flip Match" onClick={followLink}>
          Play
        </a>
        <a class="button" href="/flip/duel" aria-label="Duel a friend at Flip Match" onClick={followLink}>
          Duel
        </a>
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
