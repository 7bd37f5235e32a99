import { useRef } from 'preact/hooks';

/**
 * The live region of a page. It holds whichever of the texts changed last, so that a screen reader hears each of them
 * once, when it comes, and nothing again when another one ends.
 */
export function Said({ texts }: { texts: readonly string[] }) {
  const before = useRef<readonly string[]>([]);
  const said = useRef('');
  const news = texts.find((text, place) => text !== '' && text !== before.current[place]);
  before.current = texts;
  if (news !== undefined) said.current = news;
  return (
    <p class="visually-hidden" role="status">
      {said.current}
    </p>
  );
}
