import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createModels } from '#adapters/model/models.ts';
import type { Run } from '#contract/run.ts';
import { actingPatch, json, startHost } from '../../support/acting.ts';
import { callsOf, startActing, traceOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { post, settled } from '#clients/raw/conversation.ts';
import { type ProxiedService, startProxiedService } from '../../support/proxied-service.ts';
import { perTest } from '../../support/per-file.ts';

let service: ProxiedService;
const host = perTest(startHost);
let respond: () => Promise<void>;
const asked: number[] = [];

beforeAll(async () => {
  const models = createModels({});
  const scripted = models.get('scripted');
  service = await startProxiedService({
    temporalTimeoutMs: 60_000,
    models: {
      ...models,
      get: () => ({
        respond: async (request) => {
          const turn = request.run.filter(({ role }) => role === 'assistant').length;
          asked.push(turn);
          const reply = await scripted.respond(request);
          if (turn === 0) await respond();
          return reply;
        },
      }),
    },
  });
});
afterAll(async () => await service.stop());
beforeEach(() => {
  respond = async () => {};
  asked.length = 0;
});

/** MongoDB goes away at this moment, and comes back after a time. */
function goAway(forMs: number): { gone: Promise<void>; back: Promise<void> } {
  const gone = service.mongodb.cut();
  return {
    gone,
    back: gone.then(async () => await sleep(forMs)).then(async () => await service.mongodb.restore()),
  };
}

/** Waits for a run once the API has found MongoDB again, which it may look for in vain for some seconds. */
async function settledAgain(client: ApiClient, id: string): Promise<Run> {
  await expect.poll(async () => (await client.get(`/v1/loom/runs/${id}`)).status).toBe(200);
  return await settled(client, id);
}

it("[tool-call.result-kept] [invariant.at-most-once-call] a host's answer that comes in while MongoDB is away is the result, and the host is asked once", async () => {
  const { client, thread } = await startActing(service, { host, patches: [actingPatch('pay')] });
  const back = Promise.withResolvers<void>();
  host.answer = (_, response) => {
    const outage = goAway(3000);
    void outage.gone.then(() => json(response, 200, { paid: true }));
    void outage.back.then(back.resolve, back.reject);
  };
  const id = await post(client, thread, '/call pay {}\n---\n/say {{last}}');
  await back.promise;
  expect(await settledAgain(client, id)).toMatchObject({
    state: 'closed',
    message: { content: '{"paid":true}' },
  });
  expect(await callsOf(client, id)).toMatchObject([{ status: 'ok', result: { paid: true } }]);
  expect(host.calls).toHaveLength(1);
});

it('[model.reply-kept] a turn that the model has given while MongoDB is away is stored, and the model asked once', async () => {
  const { client, thread } = await startActing(service);
  const back = Promise.withResolvers<void>();
  respond = async () => {
    const outage = goAway(3000);
    void outage.back.then(back.resolve, back.reject);
    await outage.gone;
  };
  const id = await post(client, thread, '/say kept');
  await back.promise;
  expect(await settledAgain(client, id)).toMatchObject({ state: 'closed', message: { content: 'kept' } });
  expect(asked).toEqual([0]);
  expect((await traceOf(client, id)).turns).toHaveLength(1);
});
