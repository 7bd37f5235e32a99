import { defineConfig } from 'vite';

/** Modern browsers only: they have `light-dark()`, `color-mix()` and nested rules. */
const BROWSERS = ['chrome123', 'firefox121', 'safari17.5'];
const SERVER = 'http://localhost:2567';

export default defineConfig({
  // Run from the root as from the workspace.
  root: import.meta.dirname,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: BROWSERS,
    cssTarget: BROWSERS,
    // A data: address would need a hole in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // shared/ is pure: who needs a part of it loads that part only.
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [{ test: /\/shared\/(engine|games|proof|protocol|receipt)\//, sideEffects: false }],
      },
    },
  },
  server: { proxy: { '/api': SERVER } },
});
