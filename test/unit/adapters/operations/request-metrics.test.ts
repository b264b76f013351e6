import { expect, it } from 'vitest';
import { measureRequests } from '#adapters/operations/duration-metrics.ts';
import { measureModels } from '#adapters/operations/model-metrics.ts';
import { measured } from '#adapters/model/measured.ts';
import { createModels } from '#adapters/model/models.ts';
import { type Model, ModelError } from '#engine/ports/model.ts';
import { anthropicFrames } from '#tools/dev/stand-ins/model-servers/anthropic.ts';
import { plainAnswer, startModelServer, stream } from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { perFile } from '../../../support/per-file.ts';
import { turn } from '../../../support/model-servers/turn.ts';
import { createMetrics } from '#adapters/operations/server.ts';

const provider = perFile(startModelServer, async (it) => await it.close());

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

it('[operations.metrics] each model that is asked is counted by class, name and code, and not one that was cancelled', async () => {
  const metrics = createMetrics('test');
  const { asked } = measureModels(metrics);
  const outcomes = [undefined, new ModelError({ code: 'quota', retryable: false }), new Error('cancelled')];
  const scripted = createModels({}).get('scripted');
  const odd: Model = {
    respond: async (request) => {
      const error = outcomes.shift();
      if (error !== undefined) throw error;
      return await scripted.respond(request);
    },
  };
  const model = measured(odd, { modelClass: 'deep', model: 'anthropic:m' }, asked);
  for (let n = 0; n < 3; n += 1) await model.respond(turn()).catch(() => undefined);
  await createModels({}, { measure: asked }).get('scripted').respond(turn());
  const counts = (await metrics.metrics()).match(/^heddle_model_try_duration_seconds_count.*$/gm);
  expect(counts).toEqual([
    expect.stringMatching(/model_class="deep",model="anthropic:m",code="ok".* 1$/),
    expect.stringMatching(/model_class="deep",model="anthropic:m",code="quota".* 1$/),
    expect.stringMatching(/model_class="scripted",model="scripted",code="ok".* 1$/),
  ]);
});

it('[operations.metrics] [model.fallback] of a class with two models, both are counted', async () => {
  const metrics = createMetrics('test');
  provider.answers(plainAnswer(529, {}), stream(anthropicFrames({ text: ['Hi'] })));
  const models = createModels(
    {
      fast: { provider: 'anthropic', model: 'one', others: [{ provider: 'anthropic', model: 'two' }] },
      anthropic: { apiKey: 'sk-secret', baseUrl: provider.url },
    },
    { measure: measureModels(metrics).asked },
  );
  await models.get('fast').respond(turn());
  const counts = (await metrics.metrics()).match(/^heddle_model_try_duration_seconds_count.*$/gm);
  expect(counts).toEqual([
    expect.stringMatching(/model="anthropic:one",code="overloaded".* 1$/),
    expect.stringMatching(/model="anthropic:two",code="ok".* 1$/),
  ]);
});
