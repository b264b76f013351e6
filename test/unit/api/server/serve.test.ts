import { once } from 'node:events';
import { createServer, get, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { beforeEach, expect, it } from 'vitest';
import { serve } from '#api/http/server/serve.ts';
import { createLogger } from '#process/config/logger.ts';

let stopping: AbortController;
let server: Server;
let served: Promise<void>;
const asked: (() => void)[] = [];
beforeEach(async () => {
  stopping = new AbortController();
  server = createServer((_, response) => {
    asked.push(() => response.end('done'));
  });
  served = serve(server, {
    host: '127.0.0.1',
    port: 0,
    log: createLogger('api', 'silent'),
    stopping: stopping.signal,
  });
  await once(server, 'listening');
});

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(server, 'connection');
  return socket;
}

it('a stopping server does not wait for a connection on which nothing was asked', async () => {
  const socket = await open();
  socket.on('error', () => {});
  stopping.abort();
  await Promise.all([served, once(socket, 'close')]);
  expect(socket.bytesRead).toBe(0);
});

it('a stopping server answers what was asked before', async () => {
  const { port } = server.address() as AddressInfo;
  const request = get({ port, host: '127.0.0.1' });
  await once(server, 'request');
  stopping.abort();
  asked.at(-1)?.();
  const [response] = await once(request, 'response');
  expect(response.statusCode).toBe(200);
  response.resume();
  await served;
});

it('[config.host] a server listens on the address that it was given, and on no other', async () => {
  expect((server.address() as AddressInfo).address).toBe('127.0.0.1');
  stopping.abort();
  await served;
});
