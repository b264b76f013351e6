import type { Plugin } from 'vite';

/** Until the API has sessions: one for whoever set HEDDLE_API_KEY. */
export const devSession: Plugin = {
  name: 'dev-session',
  configureServer(server) {
    server.middlewares.use('/console/session', (_, response) => {
      const data = { name: 'Ada', workspace: { id: '0', name: 'Demo' }, voice: false };
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ status: 'success', data }));
    });
  },
};
