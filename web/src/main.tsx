import '@fontsource-variable/figtree/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/boards.css';
import './styles/pages.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { followPage, player } from './client.ts';
import { applyTheme } from './theme.ts';

applyTheme();
followPage();
void player.load();

const place = document.getElementById('app');
if (place !== null) render(<App />, place);
