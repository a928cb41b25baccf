import path from 'node:path';
import { defineConfig } from 'vite';

/** The front end of the dashboard and the studio; addresses are relative, so that it works below any path. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  logLevel: 'warn',
  build: {
    outDir: path.join(import.meta.dirname, '..', 'dist', 'ui'),
    emptyOutDir: true,
    target: 'es2024',
    // An address with `data:` would have to be allowed by the page's policy.
    assetsInlineLimit: 0,
    // The loader for older browsers would be an inline script.
    modulePreload: { polyfill: false },
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: {
      input: ['index.html', 'studio.html'].map((page) => path.join(import.meta.dirname, page)),
      onLog(level, log, write) {
        // "use client" is for renderers on servers; here it says nothing.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') write(level, log);
      },
    },
  },
});
