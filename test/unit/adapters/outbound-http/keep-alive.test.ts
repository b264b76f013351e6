import type { LookupFunction } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClosableOutboundHttp, createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import type { OutboundRequest } from '#adapters/outbound-http/port.ts';
import { useTickingClock } from '../../../support/ticking-clock.ts';
import { host } from './host.ts';

useTickingClock();

/** Names of `.test` are those of loopback. */
const lookup: LookupFunction = (_, __, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);
let outbound: ClosableOutboundHttp;
beforeEach(() => {
  outbound = createOutboundHttp({ allowPrivateAddresses: ['loopback'], lookup });
});
afterEach(async () => {
  await outbound.close();
});

const ok = async () => await host((_, response) => response.end('ok'));
const send = async (url: string, parts: Partial<OutboundRequest> = {}) =>
  await outbound.send({
    workspaceId: 'w',
    method: 'POST',
    url,
    headers: {},
    body: '{}',
    timeoutMs: 120_000,
    keepAlive: true,
    keptBytes: 16,
    ...parts,
  });

it('[webhook.delivery.keep-alive] requests one after the other to one origin share a connection', async () => {
  const receiver = await ok();
  for (let sent = 0; sent < 5; sent += 1) await send(`${receiver.url}/${sent}`);
  expect([receiver.requests, receiver.connections]).toEqual([5, 1]);
});

it('requests side by side do not wait for one another', async () => {
  const arrived = Promise.withResolvers<void>();
  const meeting = await host((_, response) => {
    if (meeting.requests === 10) arrived.resolve();
    void arrived.promise.then(() => response.end('ok'));
  });
  await Promise.all(Array.from({ length: 10 }, async () => await send(meeting.url)));
  expect(meeting.connections).toBe(10);
  await Promise.all(Array.from({ length: 10 }, async () => await send(meeting.url)));
  expect([meeting.requests, meeting.connections]).toEqual([20, 10]);
});

it('[webhook.endpoint.address] a connection is used for no other origin, be it at the same address', async () => {
  const [one, other] = [await ok(), await ok()];
  await send(`http://a.test:${one.port}`);
  await send(`http://b.test:${one.port}`);
  await send(`http://a.test:${other.port}`);
  expect([one.connections, other.connections]).toEqual([2, 1]);
  await send(`http://a.test:${one.port}/again`);
  expect([one.requests, one.connections]).toEqual([3, 2]);
});

it('a request without keepAlive neither uses such a connection nor leaves one behind', async () => {
  const receiver = await ok();
  await send(receiver.url, { keepAlive: false });
  await receiver.closed();
  await send(receiver.url);
  await send(receiver.url, { keepAlive: false });
  expect(receiver.connections).toBe(3);
});

it('a request that meets a connection which its host is closing is sent on a new one', async () => {
  const closing = await host((request, response) => {
    if (closing.requests === 2) request.socket.destroy();
    else response.end('ok');
  });
  await send(closing.url);
  expect(await send(closing.url)).toMatchObject({ status: 200 });
  expect([closing.requests, closing.connections]).toEqual([3, 2]);
});

it('a host that breaks off on a new connection is not asked again', async () => {
  const broken = await host((request) => request.socket.destroy());
  await expect(send(broken.url)).rejects.toMatchObject({ code: 'reset' });
  expect(broken.requests).toBe(1);
});

it('a connection that its host has closed meanwhile is forgotten', async () => {
  const receiver = await ok();
  await send(receiver.url);
  receiver.dropConnections();
  await receiver.closed();
  expect(await send(receiver.url)).toMatchObject({ status: 200 });
  expect([receiver.requests, receiver.connections]).toEqual([2, 2]);
});

it.each([
  ['asks to close it', { connection: 'close' }, 'ok'],
  ['answers with more than is read', {}, 'x'.repeat(3 * 1024 * 1024)],
])('a connection is not kept when its host %s', async (_, headers, body) => {
  const receiver = await host((__, response) => response.writeHead(200, headers).end(body));
  await send(receiver.url);
  await receiver.closed();
  expect(await send(receiver.url)).toMatchObject({ status: 200 });
  expect(receiver.connections).toBe(2);
});

it('a host that takes too long is not asked again on a new connection', async () => {
  const slow = await host((_, response) => {
    if (slow.requests === 1) response.end('ok');
  });
  await send(slow.url);
  await expect(send(slow.url, { timeoutMs: 200 })).rejects.toMatchObject({
    code: 'timeout',
    effect: 'unknown',
  });
  await slow.closed();
  expect([slow.requests, slow.connections]).toEqual([2, 1]);
});

it('a caller who gives up gets the reason, and the connection is dropped', async () => {
  const controller = new AbortController();
  const slow = await host((_, response) => {
    if (slow.requests === 1) response.end('ok');
    else controller.abort(new Error('stopping'));
  });
  await send(slow.url);
  await expect(send(slow.url, { signal: controller.signal })).rejects.toThrow('stopping');
  await slow.closed();
});

it('so many connections are kept and no more, and none once it is closed', async () => {
  const most = 256;
  const arrived = Promise.withResolvers<void>();
  const meeting = await host((_, response) => {
    if (meeting.requests === most + 10) arrived.resolve();
    void arrived.promise.then(() => response.end('ok'));
  });
  await Promise.all(Array.from({ length: most + 10 }, async () => await send(meeting.url)));
  await meeting.haveOpen(most);
  await outbound.close();
  await meeting.haveOpen(0);
  await send(meeting.url);
  await meeting.haveOpen(0);
  expect(meeting.connections).toBe(most + 11);
});
