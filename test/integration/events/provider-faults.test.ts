import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Realtime } from '#adapters/realtime/port.ts';
import { createPusher } from '#adapters/realtime/pusher.ts';
import { converse, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { startPusherServer } from '../../support/pusher-server.ts';
import { startService, type TestService } from '../../support/service.ts';
import { perTest } from '../../support/per-file.ts';

/** Longer than any test: a run that waited once for the provider, or until it is tried again, would not end. */
const endlessMs = 3_600_000;

const provider = perTest(startPusherServer);
let realtime: Realtime;
let service: TestService;
beforeEach(() => {
  realtime = newRealtime();
});

beforeAll(async () => {
  service = await startService({
    realtime: {
      client: { key: '' },
      connectsTo: [],
      authorize: (...socket) => realtime.authorize(...socket),
      publish: (published) => realtime.publish(published),
      fits: (event) => realtime.fits(event),
      close: async () => await realtime.close(),
    },
  });
});
afterAll(async () => await service.stop());

/** Receives errors of the latest provider alone: stopping the one before breaks its remaining work. */
let faults: object[] = [];
function newRealtime(): Realtime {
  const told: object[] = [];
  faults = told;
  return createPusher(
    { ...provider.app, host: '127.0.0.1', port: `${provider.port}`, useTLS: false },
    { onFault: (fault) => told.push(fault), timeoutMs: endlessMs, firstRetryMs: endlessMs },
  );
}

it.each(['silent', 'reset', 503, 401] as const)(
  '[realtime.publish.provider-down] a provider that is down or slow (%s) is not felt by a run',
  async (behave) => {
    provider.behave = behave;
    const { client } = await service.workspace({ subject: 'ada' });
    const thread = await startThread(client, (await publishScripted(client)).id);
    for (let count = 0; count < 5; count += 1) {
      expect((await converse(client, thread, 'Hello')).state).toBe('closed');
    }
    expect(provider.triggered).toEqual([]);
    // The one that is silent is still waited for.
    await expect.poll(() => faults.length > 0).toBe(behave !== 'silent');
  },
);
