import { canonical } from '@freeplay/shared/proof';
import type { NoticeDraft } from '@freeplay/shared/protocol';
import { text, whole } from './cells.ts';
import { ask, type Script } from './script.ts';

/**
 * Writes notifications, numbered on per player in their order, inside a transaction of the caller's. The counters are
 * taken in the order of players and held until the commit, so that readers of what came after a number miss none.
 */
export function* addNotices(drafts: readonly NoticeDraft[]): Script<void> {
  const byPlayer = Map.groupBy(drafts, ({ player }) => player);
  const counts = [...byPlayer].map(([player, own]) => [player, own.length]);
  const numbered = (yield* ask('numberNotices', counts)).map(([player = '', last = 0]) => ({
    player: text(player),
    last: whole(last),
  }));
  const next = new Map(numbered.map(({ player, last }) => [player, last - (byPlayer.get(player)?.length ?? 0)]));
  const notices = drafts.map((draft) => {
    const id = (next.get(draft.player) ?? 0) + 1;
    next.set(draft.player, id);
    return { ...draft, id };
  });
  yield* ask(
    'insertNotices',
    notices.map(({ player, id, kind, at, text: sentence, data }) => [player, id, kind, at, sentence, canonical(data)]),
  );
}
