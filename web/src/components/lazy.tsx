import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Loading } from './loading.tsx';

export type Lazy<P> = ComponentType<P> & {
  /** Loads it ahead; never fails: what cannot be loaded now is tried again when it is shown. */
  load(): Promise<void>;
};

const RETRY_MS = 2_000;

/** A page that is loaded when it is first shown. */
export function lazy<P extends object>(bring: () => Promise<ComponentType<P>>): Lazy<P> {
  let Loaded: ComponentType<P> | null = null;
  const load = async () => {
    try {
      Loaded ??= await bring();
    } catch {
      // Off the network, or gone with an older build: see followBuild.
    }
  };

  function LazyPage(props: P) {
    const [, redraw] = useState(0);
    useEffect(() => {
      if (Loaded !== null) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const attempt = async () => {
        await load();
        redraw((count) => count + 1);
        if (Loaded === null) timer = setTimeout(attempt, RETRY_MS);
      };
      void attempt();
      return () => clearTimeout(timer);
    }, []);
    return Loaded === null ? <Loading title="Opening…" /> : <Loaded {...props} />;
  }

  return Object.assign(LazyPage, { load });
}
