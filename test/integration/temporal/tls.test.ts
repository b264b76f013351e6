import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { NativeConnection } from '@temporalio/worker';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connectionOptions, createTemporalClient, pingTemporal } from '#adapters/temporal/connect.ts';
import { parseEnvironment } from '#process/config/environment.ts';
import { temporalSettings } from '#process/config/settings.ts';

const file = (name: string) => join(import.meta.dirname, '../../support/tls', name);
const text = (name: string) => readFileSync(file(name), 'utf8');

let proxy: Server;
/** Stands before Temporal as `temporal.test`, and lets in whom the CA knows. */
beforeAll(async () => {
  const [host = '', port = ''] = inject('temporalAddress').split(':');
  proxy = createServer(
    {
      cert: text('server.pem'),
      key: text('server.key'),
      ca: text('ca.pem'),
      requestCert: true,
      rejectUnauthorized: true,
      ALPNProtocols: ['h2'],
    },
    (socket) => {
      const upstream = connect(Number(port), host);
      for (const end of [socket, upstream])
        end.on('error', () => void [socket, upstream].map((each) => each.destroy()));
      socket.pipe(upstream).pipe(socket);
    },
  ).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});
afterAll(() => void proxy.close());

function settingsOf(variables: NodeJS.ProcessEnv) {
  const environment = parseEnvironment({
    MONGODB_URI: 'mongodb://127.0.0.1',
    ENCRYPTION_KEYS: `a:${randomBytes(32).toString('base64')}`,
    TEMPORAL_ADDRESS: `127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    ...variables,
  });
  return temporalSettings(environment);
}

async function clientConnects(variables: NodeJS.ProcessEnv): Promise<void> {
  const client = createTemporalClient(settingsOf(variables));
  try {
    await pingTemporal(client, 5000);
  } finally {
    await client.connection.close();
  }
}

async function workerConnects(variables: NodeJS.ProcessEnv): Promise<void> {
  const connection = await NativeConnection.connect(connectionOptions(settingsOf(variables)));
  await connection.close();
}

const trusting = { TEMPORAL_TLS_CA: file('ca.pem'), TEMPORAL_TLS_SERVER_NAME: 'temporal.test' };
const certificate = { TEMPORAL_TLS_CERT: file('client.pem'), TEMPORAL_TLS_KEY: file('client.key') };

const connects = [
  ['a client', clientConnects],
  ['a worker', workerConnects],
] as const;

it.each(connects)(
  '[operations.temporal-tls] %s connects with a certificate, a CA and a server name',
  async (_, connected) => {
    await expect(connected({ ...trusting, ...certificate })).resolves.toBeUndefined();
    const inTheVariables = {
      TEMPORAL_TLS_CERT: text('client.pem'),
      TEMPORAL_TLS_KEY: text('client.key'),
      TEMPORAL_TLS_CA: text('ca.pem'),
    };
    await expect(connected({ ...trusting, ...inTheVariables })).resolves.toBeUndefined();
  },
);

it.each(connects)(
  '[operations.temporal-tls] %s does not connect without one of them',
  async (_, connected) => {
    const serverName = { TEMPORAL_TLS_SERVER_NAME: 'temporal.test' };
    const lacking = [
      trusting,
      { ...certificate, ...serverName },
      { ...certificate, TEMPORAL_TLS_CA: file('ca.pem') },
      { TEMPORAL_TLS: 'false' },
    ];
    const ends = await Promise.allSettled(lacking.map(connected));
    expect(ends).toEqual(lacking.map(() => ({ status: 'rejected', reason: expect.any(Error) })));
  },
);
