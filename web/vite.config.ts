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
  },
  server: { proxy: { '/api': SERVER } },
});
