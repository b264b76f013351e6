import type { LookupFunction } from 'node:net';
import { expect, it } from 'vitest';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import { startHost } from './host.ts';
import { perTest } from '../../../support/per-file.ts';

const host = perTest(() => startHost((_, response) => response.end('{}')));
/** Gives the host's address when this moment is over. */
const lookupAfter =
  (moment: Date): LookupFunction =>
  (_, __, done) => {
    setTimeout(() => done(null, [{ address: '127.0.0.1', family: 4 }]), moment.getTime() - Date.now() + 20);
  };

/** The timer of the call is far off, as that of a process is which was frozen: only the clock tells. */
const send = async (notAfter: Date, lookup: LookupFunction) =>
  await createOutboundHttp({ allowPrivateAddresses: true, lookup }).send({
    workspaceId: 'w',
    method: 'POST',
    url: `http://bank.example:${host.port}/pay`,
    headers: {},
    body: '{}',
    timeoutMs: 120_000,
    notAfter,
  });

it('[tool-call.outcome-unknown.after-its-time] [outbound.timeout] a connection that comes about after the time of the call is not sent on', async () => {
  const notAfter = new Date(Date.now() + 100);
  await expect(send(notAfter, lookupAfter(notAfter))).rejects.toMatchObject({
    code: 'timeout',
    effect: 'none',
  });
  await host.closed();
  expect([host.connections, host.requests]).toEqual([1, 0]);
});

it('[tool-call.outcome-unknown.after-its-time] a process that is frozen while it connects, and goes on too late, sends nothing', async () => {
  const notAfter = new Date(Date.now() + 100);
  const freeze: LookupFunction = (_, __, done) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, notAfter.getTime() - Date.now() + 20);
    done(null, [{ address: '127.0.0.1', family: 4 }]);
  };
  await expect(send(notAfter, freeze)).rejects.toMatchObject({ code: 'timeout', effect: 'none' });
  await host.closed();
  expect(host.requests).toBe(0);
});

it('a connection that comes about in time is sent on', async () => {
  const answer = await send(new Date(Date.now() + 120_000), lookupAfter(new Date()));
  expect(answer.status).toBe(200);
  expect(host.requests).toBe(1);
});
