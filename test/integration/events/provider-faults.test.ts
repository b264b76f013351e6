import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPusher } from '#adapters/realtime/pusher.ts';
import { converse, publishScripted, startThread } from '../../support/conversation.ts';
import { type PusherServer, startPusherServer } from '../../support/pusher-server.ts';
import { startService, type TestService } from '../../support/service.ts';

let provider: PusherServer;
let service: TestService;
beforeAll(async () => {
  provider = await startPusherServer();
  service = await startService({
    realtime: createPusher(
      { ...provider.app, host: '127.0.0.1', port: `${provider.port}`, useTLS: false },
      { onFault: () => {} },
    ),
  });
});
afterAll(async () => {
  await service.stop();
  await provider.stop();
});

it.each(['silent', 'reset', 503, 401] as const)(
  '[realtime.publish.provider-down] a provider that is down or slow (%s) is not felt by a run',
  async (behave) => {
    const { client } = await service.workspace({ subject: 'ada' });
    const thread = await startThread(client, (await publishScripted(client)).id);
    provider.behave = 'ok';
    const before = performance.now();
    for (let count = 0; count < 5; count += 1) await converse(client, thread, 'Hello');
    const healthyMs = performance.now() - before;
    provider.behave = behave;
    const since = performance.now();
    for (let count = 0; count < 5; count += 1) {
      expect((await converse(client, thread, 'Hello')).state).toBe('closed');
    }
    // Its time-out is 5 s a call: a run that waited for it once would show.
    expect(performance.now() - since).toBeLessThan(healthyMs + 4000);
  },
);
