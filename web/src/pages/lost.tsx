import { useEffect } from 'preact/hooks';
import { followLink } from '../router.ts';

export interface LostProps {
  readonly title?: string;
  readonly text?: string;
}

export function LostPage({ title = 'Nothing here', text = 'This address leads to no page.' }: LostProps) {
  useEffect(() => {
    document.title = `${title} · Freeplay`;
  }, [title]);
  return (
    <main class="waiting">
      <div class="stack">
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          <a class="button primary" href="/" onClick={followLink}>
            To the lobby
          </a>
        </p>
      </div>
    </main>
  );
}
