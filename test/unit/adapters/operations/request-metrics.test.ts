import { expect, it } from 'vitest';
import { measureModels, measureRequests } from '#adapters/operations/duration-metrics.ts';
import { measured } from '#adapters/model/measured.ts';
import { createModels } from '#adapters/model/models.ts';
import { type Model, ModelError } from '#engine/ports/model.ts';
import { turn } from '../../../support/model-servers/turn.ts';
import { createMetrics } from '#adapters/operations/server.ts';

it('[operations.metrics] requests are counted and timed by method, route and status', async () => {
  const metrics = createMetrics('test');
  const measure = measureRequests(metrics);
  const asked = { method: 'GET', route: '/v1/agents', status: 200 };
  measure({ ...asked, durationMs: 4 });
  measure({ ...asked, durationMs: 40 });
  measure({ ...asked, status: 404, durationMs: 4 });
  const text = await metrics.metrics();
  const labels = 'service="test",method="GET",route="/v1/agents",status="200"';
  const value = (name: string, more: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith(`heddle_http_request_duration_seconds${name}{`) && line.includes(more));
  expect(value('_count', 'status="200"')).toMatch(/ 2$/);
  expect(value('_count', 'status="404"')).toMatch(/ 1$/);
  expect(value('_sum', 'status="200"')).toMatch(/ 0\.044$/);
  expect(value('_bucket', 'le="0.005"')).toMatch(/ 1$/);
  for (const label of labels.split(',')) expect(value('_count', 'status="200"')).toContain(label);
});

it('[operations.metrics] tries of models are counted by class and code, and not those that were cancelled', async () => {
  const metrics = createMetrics('test');
  const outcomes = [undefined, new ModelError({ code: 'quota', retryable: false }), new Error('cancelled')];
  const models = createModels({});
  const scripted: Model = {
    respond: async (request) => {
      const error = outcomes.shift();
      if (error !== undefined) throw error;
      return await models.get('scripted').respond(request);
    },
  };
  const model = measured({ ...models, get: () => scripted }, measureModels(metrics)).get('deep');
  for (let n = 0; n < 3; n += 1) await model.respond(turn()).catch(() => undefined);
  const counts = (await metrics.metrics()).match(/^heddle_model_try_duration_seconds_count.*$/gm);
  expect(counts).toEqual([
    expect.stringMatching(/code="ok".* 1$/),
    expect.stringMatching(/code="quota".* 1$/),
  ]);
  expect(counts?.join('\n')).toContain('model_class="deep"');
});
