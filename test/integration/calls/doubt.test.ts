import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#dev/servers/free-port.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { callsOf, startActing } from '../../support/acting-run.ts';
import { converse } from '../../support/conversation.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => await service.stop());

const patches = [actingPatch('pay', { reliability: { idempotent: true, retry: 'safe' } })];

it.concurrent(
  '[tool-call.status] a call on which the host may have acted is told so, though it refused every later attempt',
  async () => {
    const host = await startHost({ port: await freePort() });
    host.answer = (_, response) => {
      response.destroy();
      void host.stop();
    };
    const { client, thread } = await startActing(service, { host, patches });
    const run = await converse(client, thread, '/call pay {}\n---\n/say {{last}}');
    expect(await callsOf(client, run.id)).toMatchObject([{ status: 'failed', error: { code: 'reset' } }]);
    expect(run.message?.content).toContain('may have taken effect');
  },
);

it.concurrent(
  '[tool-call.status] a call on which the host may have acted is told so, though its connection is gone before the next attempt',
  async () => {
    const host = await startHost();
    const { client, thread } = await startActing(service, { host, patches });
    host.answer = (_, response) => {
      const forgotten = service.db.connections.deleteMany({ base_url: host.url });
      void forgotten.then(() => response.destroy());
    };
    const run = await converse(client, thread, '/call pay {}\n---\n/say {{last}}');
    await host.stop();
    expect(await callsOf(client, run.id)).toMatchObject([{ status: 'failed', error: { code: 'reset' } }]);
    expect(run.message?.content).toContain('may have taken effect');
  },
);
