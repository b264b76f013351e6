import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type ClientTimeouts, createHttpServer } from '#api/http/server/http-server.ts';

/** Limits for slow clients. Others must not reach them on a busy machine. */
const quick = { headersMs: 100, requestMs: 300, keepAliveMs: 1000, idleMs: 1000 };
/** More than the buffers of both sides hold. */
const large = Buffer.alloc(64 * 1024 * 1024);

let server: Server;
let sockets: Socket[] = [];
/** The server's ends of them. */
let peers: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  peers = [];
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** A server that answers with the body it got, or with a large one, and a connection to it. */
async function open(timeouts: Partial<ClientTimeouts> = {}): Promise<Socket> {
  server = createHttpServer(async (request, response) => {
    const body = await text(request).catch(() => undefined);
    if (body !== undefined) response.end(request.url === '/large' ? large : body);
  }, timeouts);
  server.on('connection', (peer) => peers.push(peer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return await dial();
}

async function dial(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  if (peers.length < sockets.length) await once(server, 'connection');
  return socket;
}

/**
 * All that the server says until it closes the connection: the status, the headers and the body. It resets a connection
 * on which bytes arrive after it has answered, which takes nothing of the answer away.
 */
async function answerOn(socket: Socket) {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  if (!socket.closed) await new Promise((closed) => socket.once('close', closed));
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  return {
    status: Number(head.split(' ')[1]),
    head,
    body: body === '' ? undefined : (JSON.parse(body) as unknown),
  };
}

/** Sends a byte every now and then. Once the server has answered, a byte would meet a closed connection, and lose the answer. */
function drip(socket: Socket, everyMs: number): void {
  const timer = setInterval(() => {
    if (socket.destroyed || peers.some(({ bytesWritten }) => bytesWritten > 0)) clearInterval(timer);
    else socket.write('a');
  }, everyMs);
}

const refused = (status: number, code: string) => ({
  status,
  head: expect.stringMatching(/Connection: close\r\nRequest-Id: [0-9a-f-]{36}$/),
  body: { status: 'error', error: { code, message: expect.any(String) } },
});

it('a client that is slow to send its headers is told so, and cut off', async () => {
  const socket = await open(quick);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
  expect(await answerOn(socket)).toEqual(refused(408, 'request_timeout'));
});

it('a client that sends its headers byte by byte has no more time for it', async () => {
  const socket = await open(quick);
  socket.write('GET / HTTP/1.1\r\nHost: ');
  drip(socket, 20);
  expect(await answerOn(socket)).toEqual(refused(408, 'request_timeout'));
});

it('a client that is slow to send its body is told so, and cut off', async () => {
  const socket = await open(quick);
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n');
  drip(socket, 50);
  expect(await answerOn(socket)).toEqual(refused(408, 'request_timeout'));
});

it('a client that never reads is cut off', async () => {
  const socket = await open({ ...quick, idleMs: 300 });
  const [peer] = peers;
  if (peer === undefined) throw new Error('there is no connection');
  socket.pause();
  socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(peer, 'close');
  expect(peer.bytesWritten).toBeGreaterThan(0);
});

it('[server.silent-connections] a client that says nothing is cut off', async () => {
  const socket = await open(quick);
  expect(await answerOn(socket)).toEqual(refused(408, 'request_timeout'));
});

it('a client that reads slowly gets it all', async () => {
  const idleMs = 2000;
  const socket = await open({ idleMs });
  socket.write('GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  let received = 0;
  const begun = performance.now();
  for await (const chunk of socket) {
    received += (chunk as Buffer).length;
    // For longer than a client may be idle that reads nothing.
    if (performance.now() - begun < 1.2 * idleMs) await sleep(10);
  }
  expect(received).toBeGreaterThan(large.length);
});

it.each([
  ['no HTTP', 'hello\r\n\r\n'],
  ['a method that is none', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a version that is none', 'GET / HTTP/9.9\r\nHost: a\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a length below nothing', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n'],
  ['a chunk size that is none', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'],
  ['a blank before a colon', 'GET / HTTP/1.1\r\nHost : a\r\n\r\n'],
  ['a bare line feed in a header', 'GET / HTTP/1.1\nHost: a\nX: b\r\rY: c\n\n'],
  ['NUL in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n'],
])('%s is refused', async (_, request) => {
  const socket = await open();
  socket.write(request);
  expect(await answerOn(socket)).toEqual(refused(400, 'invalid_http'));
});

it('headers that are too large are refused', async () => {
  const socket = await open();
  socket.write(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
  expect(await answerOn(socket)).toEqual(refused(431, 'headers_too_large'));
});

it('what follows a request that was answered is refused by itself', async () => {
  const socket = await open();
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nfirst');
  const [first] = (await once(socket, 'data')) as Buffer[];
  expect(String(first)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*first$/);
  socket.write('nonsense\r\n\r\n');
  expect(await answerOn(socket)).toEqual(refused(400, 'invalid_http'));
});

it('others are answered meanwhile', async () => {
  const slow = await open();
  slow.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n');
  const other = await dial();
  other.write('POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 4\r\n\r\n"ab"');
  expect(await answerOn(other)).toMatchObject({ status: 200, body: 'ab' });
});

it('[server.silent-connections] a connection beyond the limit is closed, and those that are open go on', async () => {
  const first = await open();
  expect(server.maxConnections).toBe(10_000);
  server.maxConnections = 1;
  const second = connect((server.address() as AddressInfo).port, '127.0.0.1');
  second.on('error', () => {});
  await once(second, 'close');
  first.write('POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 4\r\n\r\n"ab"');
  expect(await answerOn(first)).toMatchObject({ status: 200, body: 'ab' });
});
