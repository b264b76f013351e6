import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createModels } from '#adapters/model/models.ts';
import type { Model } from '#adapters/model/port.ts';
import { actingPatch } from '../../support/acting.ts';
import { callsOf, startActing } from '../../support/acting-run.ts';
import { closedWorkflow } from '../../support/closed-workflow.ts';
import { post, settled } from '../../support/conversation.ts';
import { callEvents } from '../../support/lost-attempt.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
let asked: PromiseWithResolvers<void>;
let release: PromiseWithResolvers<void>;
/** Runs whose cancellation Temporal was to be told of, and was not. */
const unheard: string[] = [];

beforeAll(async () => {
  const models = createModels({});
  const scripted = models.get('scripted');
  /** Works until it is told to answer. */
  const working: Model = {
    respond: async (request) => {
      asked.resolve();
      await release.promise;
      return await scripted.respond(request);
    },
  };
  service = await startService({
    models: { ...models, get: () => working },
    workflows: {
      cancel: async (runId) => {
        unheard.push(runId);
        return await Promise.reject(new Error('Temporal does not answer'));
      },
    },
  });
});
afterAll(async () => await service.stop());
beforeEach(() => {
  asked = Promise.withResolvers();
  release = Promise.withResolvers();
  unheard.length = 0;
});

const patches = [
  actingPatch('pay', { wired: { gate: 'confirm' } }),
  actingPatch('sign', { interaction: 'proposed_action' }),
];

it.each([
  ['asks the user', '/call ask_user {"question":"?"}'],
  ['is held at a gate', '/call pay {}'],
  ['proposes an action', '/call sign {}'],
])(
  '[run.cancel.stored-is-carried-out] a cancel that Temporal did not hear ends a run whose turn then %s; repeated, it is told again',
  async (_, script) => {
    const { client, thread } = await startActing(service, { patches });
    const id = await post(client, thread, `${script}\n---\n/say never`);
    await asked.promise;
    for (let again = 0; again < 2; again += 1) {
      expect((await client.post(`/v1/loom/runs/${id}/cancel`)).status).toBe(202);
    }
    await expect.poll(() => unheard).toEqual([id, id]);
    release.resolve();
    expect(await settled(client, id)).toMatchObject({ state: 'closed', reason: 'cancelled' });
    expect(await callsOf(client, id)).toMatchObject([{ status: 'failed', error: { code: 'cancelled' } }]);
    const { started, completed } = await callEvents(service.db, id);
    expect(started.every((call) => completed.includes(call))).toBe(true);
    expect((await closedWorkflow(service.temporal, id)).status.name).toBe('CANCELLED');
  },
);
