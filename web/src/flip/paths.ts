/** Addresses of the pages of Flip Match. */
export const FLIP_PATH = '/flip';

export const SECTIONS = [
  'solo',
  'duel',
  'race',
  'team',
  'challenges',
  'friends',
  'notices',
  'leaderboards',
  'me',
] as const;
export type Section = (typeof SECTIONS)[number];

export function sectionPath(section: Section, id = ''): string {
  return id === '' ? `${FLIP_PATH}/${section}` : `${FLIP_PATH}/${section}/${encodeURIComponent(id)}`;
}

/** The link that a party is joined by. */
export function partyPath(code: string): string {
  return `/party/${encodeURIComponent(code)}`;
}
