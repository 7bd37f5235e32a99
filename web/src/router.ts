import { signal } from '@preact/signals';

export type Route =
  | { readonly page: 'lobby' }
  | { readonly page: 'match'; readonly id: string }
  | { readonly page: 'join'; readonly invite: string }
  | { readonly page: 'lost' };

export const matchPath = (id: string) => `/m/${encodeURIComponent(id)}`;
export const joinPath = (invite: string) => `/join/${encodeURIComponent(invite)}`;

/** The page for an address of this site. Ids are letters, digits, `-` and `_`; anything else is no page. */
export function routeOf(path: string): Route {
  if (path === '/') return { page: 'lobby' };
  const [, kind, id] = /^\/(m|join)\/([\w-]{1,128})\/?$/.exec(path) ?? [];
  if (id === undefined) return { page: 'lost' };
  return kind === 'm' ? { page: 'match', id } : { page: 'join', invite: id };
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
