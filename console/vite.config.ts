import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { devSession } from './dev-session.ts';

/** Where `npm run console:dev` sends what the app asks of the API: a running development stack. */
const api = process.env['HEDDLE_URL'] ?? 'http://127.0.0.1:8080';

const key = process.env['HEDDLE_API_KEY'];

/** The console is served under /console by the API, as the files that `vite build` writes to console/dist. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), tailwindcss(), ...(key === undefined ? [] : [devSession])],
  build: {
    target: 'es2023',
    // The test of the first load reads which files the entry needs.
    manifest: true,
    // No inline data: the content security policy allows files of this origin only.
    assetsInlineLimit: 0,
    // The polyfill for browsers without module preloading would be for browsers that cannot run the app.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      '/v1': { target: api, ...(key !== undefined && { headers: { Authorization: `Bearer ${key}` } }) },
      '/console/session': { target: api },
      '/openapi.json': { target: api },
    },
  },
});
