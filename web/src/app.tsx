import { Top } from './components/top.tsx';
import { JoinPage } from './pages/join.tsx';
import { LobbyPage } from './pages/lobby.tsx';
import { LostPage } from './pages/lost.tsx';
import { MatchPage } from './pages/match.tsx';
import { type Route, route } from './router.ts';

export function App() {
  return (
    <div class="page">
      <Top />
      <Page route={route.value} />
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
    case 'lost':
      return <LostPage />;
  }
}
