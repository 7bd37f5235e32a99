import { signal } from '@preact/signals';

export type Route =
  | { readonly page: 'lobby' }
  | { readonly page: 'match'; readonly id: string }
  | { readonly page: 'join'; readonly invite: string }
  /** '' opens a file instead of a match. */
  | { readonly page: 'replay'; readonly id: string }
  | { readonly page: 'local'; readonly game: string }
  /** '' is the menu; `id` names what the section is about, '' nothing. */
  | { readonly page: 'flip'; readonly section: string; readonly id: string }
  | { readonly page: 'lost' };

const pathTo = (kind: string) => (id: string) => `/${kind}/${encodeURIComponent(id)}`;

export const matchPath = pathTo('m');
export const joinPath = pathTo('join');
export const replayPath = pathTo('replay');
export const localPath = pathTo('local');
export const FILE_PATH = '/replay';

/** By the first part of the path: the page of what the second part names. */
const PAGES: Readonly<Record<string, (id: string) => Route>> = {
  m: (id) => ({ page: 'match', id }),
  join: (invite) => ({ page: 'join', invite }),
  replay: (id) => ({ page: 'replay', id }),
  local: (game) => ({ page: 'local', game }),
  flip: (section) => ({ page: 'flip', section, id: '' }),
  party: (code) => ({ page: 'flip', section: 'team', id: code }),
};

/** The page for an address of this site. Ids are letters, digits, `-` and `_`; anything else is no page. */
export function routeOf(path: string): Route {
  if (path === '/') return { page: 'lobby' };
  if (path === FILE_PATH) return { page: 'replay', id: '' };
  if (/^\/flip\/?$/.test(path)) return { page: 'flip', section: '', id: '' };
  const [, section, about = ''] = /^\/flip\/([a-z]{1,16})\/([\w-]{1,128})\/?$/.exec(path) ?? [];
  if (section !== undefined) return { page: 'flip', section, id: about };
  const [, kind = '', id = ''] = /^\/([a-z]+)\/([\w-]{1,128})\/?$/.exec(path) ?? [];
  return PAGES[kind]?.(id) ?? { page: 'lost' };
}

export const route = signal<Route>(routeOf(location.pathname));

addEventListener('popstate', () => {
  route.value = routeOf(location.pathname);
});

export function navigate(path: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', path);
  else history.replaceState(null, '', path);
  route.value = routeOf(path);
  scrollTo(0, 0);
}

/** For a link of this site: follows it here, unless the click asks for a new tab. */
export function followLink(event: MouseEvent & { readonly currentTarget: HTMLAnchorElement }): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  navigate(event.currentTarget.pathname);
}

/** The invite in what a person pasted: a whole link or the bare code; null when there is none. */
export function inviteIn(text: string): string | null {
  const [, code] = /(?:^|\/join\/)([\w-]{8,128})\/?$/.exec(text.trim()) ?? [];
  return code ?? null;
}
