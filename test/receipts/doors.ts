import { isOver } from '@freeplay/shared/engine';
import { BASE_PATH, Keys, Receipt, Replay } from '@freeplay/shared/protocol/http';
import type { PublicKey } from '@freeplay/shared/receipt';
import { pick, type Random } from '../games/support.ts';
import { Player, shown } from '../support/player.ts';

/** What a guest is answered for a room's receipt. */
export async function askReceipt({ url, token }: Player, room: string): Promise<Response> {
  return fetch(`${url}${BASE_PATH}/rooms/${room}/receipt`, { headers: { 'x-player-token': token } });
}

/** Receipt and replay as the server hands them out, held to their schemas, and the receipt's own text. */
export async function proofFrom(player: Player, room: string) {
  const answer = await askReceipt(player, room);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`no receipt: ${answer.status} ${text}`);
  return { text, receipt: Receipt.parse(JSON.parse(text)), replay: Replay.parse(await player.replay(room)) };
}

export async function keysOf(url: string): Promise<readonly PublicKey[]> {
  return Keys.parse(await (await fetch(`${url}${BASE_PATH}/keys`)).json()).keys;
}

/** A private room of two guests, both ready; guests by seat. */
export async function sit(url: string, game: string, label: string) {
  const [host, guest] = [await Player.open(url, `${label} host`), await Player.open(url, `${label} guest`)];
  const { id, invite } = shown(await host.enter({ mode: 'private', game }));
  const { seat } = shown(await guest.enter({ mode: 'join', room: invite ?? '' }));
  for (const player of [host, guest]) shown(await player.act(id, { kind: 'ready' }));
  return { room: id, players: seat === 1 ? ([host, guest] as const) : ([guest, host] as const) };
}

type Table = Awaited<ReturnType<typeof sit>>;

/** One random move of the seat to move; false once the match is over. */
export async function moveOn({ room, players }: Table, random: Random): Promise<boolean> {
  const seen = await players[0].snapshot(room);
  if (isOver(seen.status)) return false;
  const player = players[seen.turn === 1 ? 1 : 0];
  const { revision } = seen;
  const action = pick(seen.legal, random);
  shown(await player.act(room, { kind: 'move', revision, action, id: `${revision}` }));
  return true;
}
