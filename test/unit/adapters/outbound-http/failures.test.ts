import { once } from 'node:events';
import { createServer, type AddressInfo, type LookupFunction } from 'node:net';
import { expect, it } from 'vitest';
import { createOutboundHttp, type OutboundOptions } from '#adapters/outbound-http/outbound-http.ts';
import type { OutboundRequest } from '#adapters/outbound-http/port.ts';
import { useTickingClock } from '../../../support/ticking-clock.ts';
import { host, startHost } from './host.ts';

useTickingClock();

const send = async (parts: Partial<OutboundRequest>, options: OutboundOptions = {}) =>
  await createOutboundHttp({ allowPrivateAddresses: true, ...options }).send({
    workspaceId: 'w',
    method: 'POST',
    url: '',
    headers: {},
    timeoutMs: 120_000,
    ...parts,
  });
/** Resolves every name to these addresses. */
const resolvesTo =
  (...addresses: string[]): LookupFunction =>
  (_, __, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

it.each(['POST', 'GET'])(
  '[outbound.timeout] a %s that is not answered in time fails, and its connection is dropped',
  async (method) => {
    const hanging = await host(() => {});
    await expect(send({ method, url: hanging.url, timeoutMs: 200 })).rejects.toMatchObject({
      code: 'timeout',
      effect: 'unknown',
    });
    await hanging.closed();
    expect(hanging.requests).toBe(1);
  },
);

it('[outbound.timeout] the time is that of the whole answer, however it drips', async () => {
  const dripping = await host((_, response) => {
    const drip = setInterval(() => response.write('.'), 20);
    response.once('close', () => clearInterval(drip));
  });
  await expect(send({ url: dripping.url, timeoutMs: 200 })).rejects.toMatchObject({ code: 'timeout' });
  await dripping.closed();
});

it('[outbound.timeout] a call that never came to a connection had no effect', async () => {
  const never: LookupFunction = () => {};
  await expect(send({ url: 'http://bank.example', timeoutMs: 50 }, { lookup: never })).rejects.toMatchObject({
    code: 'timeout',
    effect: 'none',
  });
});

it('the caller ends a call, before it or in it, with its own reason', async () => {
  const reason = new Error('cancelled');
  const ending = new AbortController();
  const hanging = await host(() => ending.abort(reason));
  await expect(send({ url: hanging.url, signal: ending.signal })).rejects.toBe(reason);
  await hanging.closed();
  await expect(send({ url: hanging.url, signal: ending.signal })).rejects.toBe(reason);
  expect(hanging.connections).toBe(1);
});

it.each(['POST', 'GET'])('a %s whose connection breaks is not sent again', async (method) => {
  const breaking = await host((request) => request.socket.resetAndDestroy());
  await expect(send({ method, url: breaking.url })).rejects.toMatchObject({
    code: 'reset',
    effect: 'unknown',
  });
  expect([breaking.connections, breaking.requests]).toEqual([1, 1]);
});

it.each([
  ['an answer that breaks off', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'],
  ['an answer that is not HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ['no answer at all', ''],
])('%s is none, and is not asked for again', async (_, bytes) => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.once('data', () => socket.end(bytes));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(send({ method: 'GET', url: `http://127.0.0.1:${port}` })).rejects.toMatchObject({
    code: 'reset',
    effect: 'unknown',
  });
  expect(connections).toBe(1);
  server.close();
});

it('where nobody listens the connection is refused, by name and by address', async () => {
  const gone = await startHost(() => {});
  await gone.stop();
  const { port } = gone;
  const refused = { code: 'refused', effect: 'none' };
  await expect(send({ url: `http://127.0.0.1:${port}` })).rejects.toMatchObject(refused);
  const lookup = resolvesTo('127.0.0.1', '127.0.0.2');
  await expect(send({ url: `http://bank.example:${port}` }, { lookup })).rejects.toMatchObject(refused);
});

it('a name that does not resolve is not reached', async () => {
  const lookup: LookupFunction = (_, __, done) =>
    done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
  await expect(send({ url: 'http://bank.example/a?token=b' }, { lookup })).rejects.toMatchObject({
    code: 'unreachable',
    effect: 'none',
    message: 'http://bank.example could not be reached (ENOTFOUND).',
  });
});

it.each([
  'ftp://bank.example',
  'file:///etc/passwd',
  'bank.example',
  '',
  'http://',
  'http://a:b@bank.example',
])('[outbound.http-only] %j is not called', async (url) => {
  await expect(send({ url })).rejects.toMatchObject({ code: 'invalid_url', effect: 'none' });
});

it.each<[string, Partial<OutboundRequest>]>([
  ['a header with a line break', { headers: { 'X-Note': 'a\r\nService-Subject: eve' } }],
  ['a header with a blank in its name', { headers: { 'X Note': 'a' } }],
  ['a method that opens a tunnel', { method: 'CONNECT' }],
])('%s is not sent', async (_, parts) => {
  const waiting = await host((__, response) => response.end());
  await expect(send({ url: waiting.url, ...parts })).rejects.toMatchObject({
    code: 'invalid_request',
    effect: 'none',
  });
  expect(waiting.connections).toBe(0);
});

it.each([
  'http://127.0.0.1',
  'http://2130706433',
  'http://0x7f.1',
  'http://0',
  'http://[::1]',
  'http://[::]',
  'http://[::ffff:127.0.0.1]',
  'http://[::127.0.0.1]',
  'http://[64:ff9b::127.0.0.1]',
  'http://169.254.169.254/latest/meta-data',
  'https://10.0.0.1',
])('[outbound.private-addresses] %s is not called', async (url) => {
  await expect(send({ url }, { allowPrivateAddresses: false })).rejects.toMatchObject({
    code: 'blocked_address',
    effect: 'none',
  });
});

it.each([
  'http://169.254.169.254',
  'http://169.254.169.254.',
  'http://2852039166',
  'http://0xa9fea9fe',
  'http://0251.0376.0251.0376',
  'http://169.254.43518',
  'http://１６９.254.169.254',
  'http://[::ffff:169.254.169.254]',
  'http://[64:ff9b::a9fe:a9fe]',
  'http://[2002:a9fe:a9fe::1]',
  'http://168.63.129.16',
  'http://100.100.100.200',
  'http://[fd00:ec2::254]',
  'http://[fd20:ce::254]',
])('[outbound.metadata-addresses] %s is not called, whatever is allowed', async (url) => {
  const call = send({ url }, { allowPrivateAddresses: ['0.0.0.0/0', '::/0'] });
  await expect(call).rejects.toMatchObject({ code: 'blocked_address', effect: 'none' });
});

it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', 'fd00::1', '169.254.169.254', '100.64.0.1'])(
  '[outbound.private-addresses] a name that resolves to %s is not called',
  async (address) => {
    const lookup = resolvesTo(address);
    const call = send({ url: 'http://bank.example' }, { allowPrivateAddresses: false, lookup });
    await expect(call).rejects.toMatchObject({ code: 'blocked_address', effect: 'none' });
  },
);

it('[outbound.private-addresses] the name is resolved once, and that address is connected to', async () => {
  const answering = await host((_, response) => response.end('ok'));
  const answers = [['127.0.0.1'], ['10.0.0.1']];
  const lookup: LookupFunction = (name, options, done) =>
    resolvesTo(...(answers.shift() ?? []))(name, options, done);
  const url = `http://bank.example:${answering.port}`;
  expect((await send({ url }, { allowPrivateAddresses: ['loopback'], lookup })).body).toBe('ok');
  await expect(send({ url }, { allowPrivateAddresses: ['loopback'], lookup })).rejects.toMatchObject({
    code: 'blocked_address',
  });
});

it('[outbound.private-addresses] of several addresses only those that may be called are', async () => {
  const answering = await host((_, response) => response.end('ok'));
  const lookup = resolvesTo('10.0.0.1', '127.0.0.1', 'fd00::1');
  const url = `http://bank.example:${answering.port}`;
  expect((await send({ url }, { allowPrivateAddresses: ['loopback'], lookup })).status).toBe(200);
});
