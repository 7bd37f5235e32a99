import { type Game, gameById } from '@freeplay/shared/games';
import { useEffect } from 'preact/hooks';
import { Setup } from '../local/setup.tsx';
import { LocalTable } from '../local/table.tsx';
import { useCabinet } from '../local/use-cabinet.ts';
import { LostPage } from './lost.tsx';

/** Two at one screen, or one against a bot: all of it happens in this page. */
export function LocalPage({ id }: { id: string }) {
  const game = gameById(id);
  return game === null ? <LostPage text="There is no such game." /> : <Local game={game} />;
}

function Local({ game }: { game: Game }) {
  const control = useCabinet(game);
  useEffect(() => {
    if (control.scene === null) document.title = `${game.titles.local} · Freeplay`;
  });
  return control.scene === null ? (
    <Setup game={game} onStart={control.start} />
  ) : (
    <LocalTable scene={control.scene} control={control} />
  );
}
