import { Context } from '@temporalio/activity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createModels } from '#adapters/model/models.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { startActing } from '../../support/acting-run.ts';
import { post, settled } from '../../support/conversation.ts';
import {
  type Answer,
  type ModelServer,
  plainAnswer,
  startModelServer,
  stream,
} from '../../support/model-servers/model-server.ts';
import { openaiChatFrames, openaiError } from '../../support/model-servers/openai-chat.ts';
import { modelAt } from '../../support/model-servers/providers.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
let provider: ModelServer;
beforeAll(async () => {
  provider = await startModelServer();
  const models = createModels({});
  const compatible = modelAt(provider.url, 'openai-compatible');
  service = await startService({
    models: {
      has: () => true,
      get: (modelClass) => (modelClass === 'fast' ? compatible : models.get(modelClass)),
    },
  });
});
afterAll(async () => {
  await service.stop();
  await provider.close();
});

it('[model.provider.tries-apart-from-outages] after an outage that took more attempts than a provider has tries, a turn has all of them left', async () => {
  const { runs } = service.db;
  const read = runs.findOne.bind(runs);
  let outages = 0;
  const away = async (...args: Parameters<typeof read>) => {
    if (outages < 5 && isModelTurn()) {
      outages += 1;
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    }
    return await read(...args);
  };
  runs.findOne = away as typeof read;
  try {
    const { client, thread } = await startActing(service);
    const id = await post(client, thread, '/fail 4\n/say at last');
    expect(await settled(client, id)).toMatchObject({ state: 'closed', message: { content: 'at last' } });
    expect(outages).toBe(5);
    const lost = await post(client, thread, '/fail 5\n/say never');
    expect(await settled(client, lost)).toMatchObject({ state: 'failed', error: { code: 'model_error' } });
  } finally {
    runs.findOne = read;
  }
});

function isModelTurn(): boolean {
  try {
    const { activityType } = Context.current().info;
    return activityType === 'callModel';
  } catch {
    return false;
  }
}

it('[model.provider.retried] the Retry-After of a provider is honoured for the first turn and for one that follows a call', async () => {
  const host = await startHost();
  const times: number[] = [];
  const noted =
    (answer: Answer): Answer =>
    (response) => {
      times.push(Date.now());
      return answer(response);
    };
  const busy = plainAnswer(429, openaiError('rate_limit', 'slow down'), { 'retry-after': '3' });
  const usage = { input: 1, output: 1 };
  const call = { id: 'call_1', name: 'look', json: ['{}'] };
  provider.answers(
    noted(busy),
    noted(stream(openaiChatFrames({ calls: [call], usage }))),
    noted(busy),
    noted(stream(openaiChatFrames({ text: ['seen'], usage }))),
  );
  const { client, thread } = await startActing(service, {
    host,
    patches: [actingPatch('look')],
    agent: { model_class: 'fast' },
  });
  const id = await post(client, thread, 'Look.');
  expect(await settled(client, id)).toMatchObject({ state: 'closed', message: { content: 'seen' } });
  await host.stop();
  expect(provider.requests).toHaveLength(4);
  const [first = 0, second = 0, third = 0, fourth = 0] = times;
  expect(second - first).toBeGreaterThanOrEqual(2950);
  expect(fourth - third).toBeGreaterThanOrEqual(2950);
});
