import { HelpDialog } from './components/help-dialog.tsx';
import { lazy } from './components/lazy.tsx';
import { Top } from './components/top.tsx';
import { JoinPage } from './pages/join.tsx';
import { LobbyPage } from './pages/lobby.tsx';
import { LostPage } from './pages/lost.tsx';
import { MatchPage } from './pages/match.tsx';
import { type Route, route } from './router.ts';

const ReplayPage = lazy(async () => (await import('./pages/replay.tsx')).ReplayPage);
const FlipPage = lazy(async () => (await import('./flip/page.tsx')).FlipPage);
const LocalPage = lazy(async () => (await import('./pages/local.tsx')).LocalPage);

/** Loads what the first page does not need, so that playing on this device needs no network later. */
export function loadAhead(): void {
  void LocalPage.load();
}

export function App() {
  return (
    <div class="page">
      <Top />
      <Page route={route.value} />
      <HelpDialog />
    </div>
  );
}

function Page({ route: at }: { route: Route }) {
  switch (at.page) {
    case 'lobby':
      return <LobbyPage />;
    case 'match':
      return <MatchPage key={at.id} id={at.id} />;
    case 'join':
      return <JoinPage key={at.invite} invite={at.invite} />;
    case 'replay':
      return <ReplayPage key={at.id} id={at.id} />;
    case 'local':
      return <LocalPage key={at.game} id={at.game} />;
    case 'flip':
      return <FlipPage section={at.section} id={at.id} />;
    case 'lost':
      return <LostPage />;
  }
}
