import '@fontsource-variable/figtree/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/boards.css';
import './styles/pages.css';
import { render } from 'preact';
import { App, loadAhead } from './app.tsx';
import { followBuild } from './build.ts';
import { followPage, onReturn, player } from './client.ts';
import { followInbox } from './inbox.ts';
import { applyTheme } from './settings.ts';

applyTheme();
followBuild();
followPage();
void player.load();
onReturn(() => void player.refreshName());

const place = document.getElementById('app');
if (place !== null) render(<App />, place);

const AHEAD_MS = 1_500;
const ahead = () => {
  loadAhead();
  followInbox();
};
// After what the page itself needs.
if (document.readyState === 'complete') setTimeout(ahead, AHEAD_MS);
else addEventListener('load', () => setTimeout(ahead, AHEAD_MS), { once: true });
