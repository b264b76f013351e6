import { MongoNetworkError } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createModels } from '#adapters/model/models.ts';
import { type Model, ModelError } from '#engine/ports/model.ts';
import { converse, post, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { workerErrors } from '../../support/logged-errors.ts';
import { startService, type TestService } from '../../support/service.ts';

/** A model with a fault of ours, and one that hangs until released. */
const broken: Model = {
  respond: async () => await Promise.reject(new TypeError('secret words of the conversation')),
};

/** A model for which MongoDB is away for as many attempts as a provider has tries, and which then fails once less. */
const outages = 5;
let attempts = 0;
const recovering: Model = {
  respond: async (...args) => {
    attempts += 1;
    if (attempts <= outages) throw new MongoNetworkError('away');
    if (attempts < 2 * outages) throw new ModelError({ code: 'overloaded', retryable: true });
    return await createModels({})
      .get('scripted')
      .respond(...args);
  },
};

let service: TestService;
beforeAll(async () => {
  const models = createModels({});
  service = await startService({
    models: {
      has: () => true,
      get: (modelClass) =>
        ({ deep: broken, fast: recovering })[modelClass as string] ?? models.get(modelClass),
    },
  });
});
afterAll(async () => await service.stop());

it('[run.end.internal-error] an unexpected fault fails the run after some tries, and says nothing of the inside', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const agent = await publishScripted(client, { key: 'broken', model_class: 'deep' });
  const thread = await startThread(client, agent.id);
  const before = workerErrors.length;
  const run = await post(client, thread, 'Hello');
  const end = await settled(client, run);
  expect(end).toMatchObject({
    state: 'failed',
    terminal: true,
    cost_credits: 0,
    error: { code: 'internal_error', message: expect.any(String) },
  });
  expect(JSON.stringify(end)).not.toContain('secret');
  const history = await service.temporal.workflow.getHandle(`run-${run}`).fetchHistory();
  expect(JSON.stringify(history)).not.toContain('secret words');
  // The SDK keeps its log back for a moment.
  await expect.poll(() => workerErrors.slice(before).join('\n')).toContain('TypeError');
  // The thread is free for the next run.
  const other = await publishScripted(client);
  expect(await converse(client, await startThread(client, other.id), 'Hello')).toMatchObject({
    state: 'closed',
  });
});

it('[model.provider.tries-apart-from-outages] after an outage that took more attempts than a provider has tries, a turn has all of them left', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const agent = await publishScripted(client, { key: 'recovering', model_class: 'fast' });
  const run = await post(client, await startThread(client, agent.id), 'Hello');
  expect(await settled(client, run)).toMatchObject({ state: 'closed', reason: 'finished' });
  expect(attempts).toBe(2 * outages);
});
