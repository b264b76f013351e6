import { expect, it } from 'vitest';
import { workerConnectionOptions } from '#adapters/temporal/connect.ts';

const own = { address: '127.0.0.1:7233', namespace: 'default' };

it.each([
  ['a server without TLS', own, 'none'],
  ['a server that is told to have none', { ...own, tls: false }, 'none'],
  ['a server with TLS', { ...own, tls: true }, 'gzip'],
  ['a server with an API key', { ...own, apiKey: 'key' }, 'gzip'],
])('what a worker sends to %s is compressed only with TLS', (_, settings, codec) => {
  expect(workerConnectionOptions(settings)).toMatchObject({ grpcCompression: { codec } });
});
