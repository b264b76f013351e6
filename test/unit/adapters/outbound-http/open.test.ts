import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createOutboundHttp, type OutboundOptions } from '#adapters/outbound-http/outbound-http.ts';
import type { OutboundRequest } from '#adapters/outbound-http/port.ts';
import { useTickingClock } from '../../../support/ticking-clock.ts';
import { host } from './host.ts';

useTickingClock();

const open = async (
  parts: Partial<OutboundRequest>,
  options: OutboundOptions = { allowPrivateAddresses: true },
) =>
  await createOutboundHttp(options).open({
    workspaceId: 'w',
    method: 'POST',
    url: '',
    headers: {},
    timeoutMs: 120_000,
    ...parts,
  });

it('an answer is read piece by piece, while its host still sends it', async () => {
  const more = Promise.withResolvers<void>();
  const slow = await host((_, response) => {
    response.writeHead(201, { 'X-A': 'a' }).write('one ');
    void more.promise.then(() => response.end('two'));
  });
  const { status, headers, body } = await open({ url: slow.url });
  expect([status, headers['x-a']]).toEqual([201, 'a']);
  const pieces: string[] = [];
  for await (const piece of body) {
    pieces.push(Buffer.from(piece).toString());
    more.resolve();
  }
  expect(pieces).toEqual(['one ', 'two']);
  await slow.closed();
});

it.each([
  [
    'stops reading',
    async (answer: Awaited<ReturnType<typeof open>>) => {
      for await (const _ of answer.body) break;
    },
  ],
  ['does not read', async (answer: Awaited<ReturnType<typeof open>>) => await answer.close()],
])('a reader that %s closes the connection', async (_, read) => {
  const endless = await host((__, response) => response.write('x'));
  await read(await open({ url: endless.url }));
  await endless.closed();
  expect(endless.connections).toBe(1);
});

it('[outbound.timeout] the time includes reading, and the host may have acted', async () => {
  const endless = await host((_, response) => response.write('x'));
  const { body } = await open({ url: endless.url, timeoutMs: 300 });
  await expect(text(body)).rejects.toMatchObject({ code: 'timeout', effect: 'unknown' });
  await endless.closed();
});

it('[outbound.response-limit] more than 1 MiB cannot be read', async () => {
  const large = await host((_, response) => response.end(Buffer.alloc(2 * 1024 * 1024, 'x')));
  const { body } = await open({ url: large.url });
  await expect(text(body)).rejects.toMatchObject({ code: 'too_large', effect: 'unknown' });
});

it('a connection that breaks is told to the reader', async () => {
  const broken = await host((_, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('x');
    setImmediate(() => response.destroy());
  });
  const { body } = await open({ url: broken.url });
  await expect(text(body)).rejects.toMatchObject({ code: 'reset', effect: 'unknown' });
});

it("a caller's signal ends it with the reason of the caller", async () => {
  const silent = await host(() => controller.abort(new Error('enough')));
  const controller = new AbortController();
  await expect(open({ url: silent.url, signal: controller.signal })).rejects.toThrow('enough');
  await silent.closed();
});

it('[outbound.private-addresses] an address that must not be called is not connected to', async () => {
  const guarded = await host((_, response) => response.end());
  await expect(open({ url: guarded.url }, {})).rejects.toMatchObject({
    code: 'blocked_address',
    effect: 'none',
  });
  expect(guarded.connections).toBe(0);
});
