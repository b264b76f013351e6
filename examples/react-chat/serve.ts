import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { createServer, type Plugin } from 'vite';
import { type Backend, threadOf, tokenFor } from '../chat-backend.ts';

const here = import.meta.dirname;
const client = join(here, '../../clients/react/src');

/** Serves the page, with its small backend, and passes what it asks of the service on, so that it needs no CORS. */
export async function serve(
  backend: Backend,
  port: number,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = await createServer({
    configFile: false,
    root: here,
    logLevel: 'warn',
    plugins: [react(), sessions(backend)],
    resolve: {
      // A project of your own installs the package instead.
      alias: {
        '@heddle/react/styles.css': join(client, 'styles.css'),
        '@heddle/react': join(client, 'index.ts'),
      },
    },
    cacheDir: join(here, '../../node_modules/.cache/heddle/react-chat'),
    optimizeDeps: { include: ['react-dom/client', '@ai-sdk/react', 'ai', 'react/jsx-dev-runtime'] },
    server: {
      host: '127.0.0.1',
      port,
      fs: { allow: [join(here, '../..')] },
      proxy: {
        '/v1': {
          target: backend.baseUrl,
          changeOrigin: true,
          // A connection that breaks behind the proxy breaks before it too: otherwise the page would wait for the rest
          // for ever.
          configure: (proxy) =>
            proxy.on('proxyRes', (answer, _request, response) => {
              answer.once('error', () => response.destroy());
            }),
        },
      },
      watch: null,
    },
  });
  await server.listen();
  return { url: server.resolvedUrls?.local[0] ?? '', stop: async () => await server.close() };
}

/** The user at the backend: here the same one for everybody. */
const user = 'demo-user';

/** The backend: it opens the user's conversation, and gives the page a token for each of its requests. */
function sessions(backend: Backend): Plugin {
  return {
    name: 'sessions',
    configureServer: (server) => {
      server.middlewares.use('/session', (request, response, next) => {
        if (request.method !== 'POST') return next();
        Promise.all([tokenFor(backend, user), threadOf(backend, user)]).then(
          ([token, thread_id]) =>
            response.setHeader('content-type', 'application/json').end(JSON.stringify({ token, thread_id })),
          next,
        );
      });
    },
  };
}
