import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run console:dev` sends what the app asks of the API: a running development stack. */
const api = process.env['HEDDLE_URL'] ?? 'http://127.0.0.1:8080';

/** The console is served under /console by the API, as the files that `vite build` writes to console/dist. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2023',
    // No inline data: the content security policy allows files of this origin only.
    assetsInlineLimit: 0,
    // The polyfill for browsers without module preloading would be for browsers that cannot run the app.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Code of every page is one file. A file for each shared part would be thirty requests at once.
        codeSplitting: { groups: [{ name: 'app', tags: ['$initial'] }] },
      },
    },
  },
  server: {
    // The host is kept, so that the API sees requests of its own origin.
    proxy: Object.fromEntries(
      ['/v1', '/console/session'].map((path) => [path, { target: api, changeOrigin: false }]),
    ),
  },
});
