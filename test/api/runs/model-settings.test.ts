import { afterAll, beforeAll, expect, it } from 'vitest';
import { createModels } from '#adapters/model/models.ts';
import { converse, messagesOf, publishScripted, startThread } from '#clients/raw/conversation.ts';
import type { Agent } from '#contract/agent.ts';
import { toMicrocredits } from '#contract/credits.ts';
import type { Trace } from '#contract/run.ts';
import type { Usage } from '#contract/usage.ts';
import { anthropicFrames } from '#tools/dev/stand-ins/model-servers/anthropic.ts';
import { plainAnswer, startModelServer, stream } from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { eraseTraces } from '#store/runs/erase-traces.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { documentsWith, erase, erased } from '../../support/erasures.ts';
import { perFile } from '../../support/per-file.ts';
import { startService, type TestService } from '../../support/service.ts';

const provider = perFile(startModelServer, async (it) => await it.close());
let service: TestService;
let client: ApiClient;
beforeAll(async () => {
  service = await startService({
    models: createModels({
      deep: { provider: 'anthropic', model: 'claude-sonnet-4-5', contextTokens: 8192 },
      anthropic: { apiKey: 'sk-secret', baseUrl: provider.url },
    }),
  });
  ({ client } = await service.workspace({ subject: 'ada' }));
});
afterAll(async () => await service.stop());

const thought = 'I wonder what the plan is';
const signature = 'EqQBCgIYAhIM+signature/of=the+thought==';

/** The last request to the provider. */
function sent(back = 1) {
  return provider.requests.at(-back)?.body as Record<string, unknown>;
}

async function traceOf(of: ApiClient, id: string): Promise<Trace> {
  return (await of.get<Trace>(`/v1/loom/runs/${id}/trace`)).data;
}

/** A run of two turns, in the first of which the model thinks and makes a plan. */
async function runThatThinks(of: ApiClient) {
  const agent = await publishScripted(of, {
    model_class: 'deep',
    patches: [{ ref: 'update_plan@1' }],
    model: { effort: 'low' },
  });
  const call = { id: 'c1', name: 'update_plan', json: ['{"steps":[{"title":"Look","status":"active"}]}'] };
  provider.answers(
    stream(
      anthropicFrames({
        thoughts: [{ words: [thought], opaque: signature }],
        calls: [call],
        usage: { input: 1000, output: 100, cached: 800 },
      }),
    ),
    stream(anthropicFrames({ text: ['Done.'], usage: { input: 10, output: 10 } })),
  );
  const thread = await startThread(of, agent.id);
  return { run: await converse(of, thread, 'Hello'), thread };
}

it('[model.reasoning.returned] [model.reasoning.encrypted] a run sends back what its model thought, stores it encrypted and shows it in full traces', async () => {
  const { run } = await runThatThinks(client);
  expect(run.message?.content).toBe('Done.');
  expect(sent()).toMatchObject({
    messages: [
      { role: 'user' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: thought, signature },
          { type: 'tool_use', id: expect.stringMatching(/^[A-Za-z0-9]{9}$/) as string },
        ],
      },
      { role: 'user' },
    ],
  });
  expect([...(await documentsWith(service.db, thought)).keys()]).toEqual([]);
  expect([...(await documentsWith(service.db, signature)).keys()]).toEqual([]);
  const { turns } = await traceOf(client, run.id);
  expect(turns.map(({ reasoning }) => reasoning)).toEqual([
    { text: thought, opaque_characters: signature.length },
    undefined,
  ]);
  const rows = await service.db.turns.find({ run_id: run.id }).sort({ seq: 1 }).toArray();
  expect(rows.map(({ reasoning }) => reasoning === undefined)).toEqual([false, true]);
});

it('[model.reasoning.encrypted] what a model thought is bound to its turn', async () => {
  const one = (await runThatThinks(client)).run;
  const other = (await runThatThinks(client)).run;
  const stolen = await service.db.turns.findOne({ run_id: one.id, seq: 1 });
  await service.db.turns.updateOne({ run_id: other.id, seq: 1 }, {
    $set: { reasoning: stolen?.reasoning },
  } as object);
  const { turns } = await traceOf(client, other.id);
  expect(turns[0]?.reasoning).toBeUndefined();
});

it('[model.reasoning.erased] what a model thought is erased with its trace', async () => {
  const { run } = await runThatThinks(client);
  await eraseTraces(service.db, new Date(Date.now() + 1000), () => false);
  const [turn] = await service.db.turns.find({ run_id: run.id }).toArray();
  expect(turn).not.toHaveProperty('reasoning');
  expect((await traceOf(client, run.id)).turns[0]).not.toHaveProperty('reasoning');
});

it('[model.reasoning.erased] what a model thought is erased with its subject', async () => {
  const own = await service.workspace({ subject: 'eve' });
  const { run } = await runThatThinks(own.client);
  expect(await service.db.turns.countDocuments({ run_id: run.id })).toBe(2);
  await erased(own.client, (await erase(own.client, 'eve')).data.id);
  expect(await service.db.turns.countDocuments({ run_id: run.id })).toBe(0);
});

it('[model.cache] cached input is counted in the turn and in usage, and charged once', async () => {
  const own = await service.workspace({ subject: 'bob' });
  const { run } = await runThatThinks(own.client);
  const [first] = (await traceOf(own.client, run.id)).turns;
  expect(first).toMatchObject({ input_tokens: 1000, cached_input_tokens: 800, output_tokens: 100 });
  // Without a price of its own, cached input costs what other input costs.
  expect(toMicrocredits(first?.cost_credits ?? 0)).toBe(1_100_000);
  const { agents } = (await own.client.get<Usage>('/v1/usage')).data;
  expect(agents).toMatchObject([{ input_tokens: 1010, cached_input_tokens: 800, output_tokens: 110 }]);
});

it('[model.settings] the settings of an agent are part of its version, and are sent to its model', async () => {
  const settings = { max_output_tokens: 500, temperature: 0.2 };
  const definition = {
    key: 'set',
    name: 'Set',
    instructions: 'Be brief.',
    model_class: 'deep',
    model: settings,
  };
  const first = (await client.post<Agent>('/v1/agents', definition)).data;
  expect(first.model).toEqual(settings);
  const again = await client.post<Agent>('/v1/agents', definition);
  expect([again.status, again.data.version]).toEqual([200, 1]);
  const other = await client.post<Agent>('/v1/agents', { ...definition, model: { temperature: 0.3 } });
  expect([other.status, other.data.version]).toEqual([201, 2]);
  provider.answers(stream(anthropicFrames({ text: ['Hi'] })));
  await converse(client, await startThread(client, first.id), 'Hello');
  expect(sent()).toMatchObject({ max_tokens: 500, temperature: 0.2 });
});

it.each([{}, { temperature: 2.1 }, { max_output_tokens: 0 }, { effort: 'extreme' }, { top_p: 1 }])(
  '[model.settings] an agent is not published with the settings %o',
  async (model) => {
    const definition = { key: 'set', name: 'Set', instructions: '', model_class: 'scripted', model };
    const answer = await client.post('/v1/agents', definition);
    expect(answer.status).toBe(422);
  },
);

it('[model.settings] a setting that the model does not take gives a warning in the trace, not a failed run', async () => {
  const agent = await publishScripted(client, { model_class: 'deep', model: { temperature: 1 } });
  const message = 'temperature: Extra inputs are not permitted';
  provider.answers(
    plainAnswer(400, { type: 'error', error: { type: 'invalid_request_error', message } }),
    stream(anthropicFrames({ text: ['Hi'] })),
  );
  const run = await converse(client, await startThread(client, agent.id), 'Hello');
  expect(run.message?.content).toBe('Hi');
  expect(sent()).not.toHaveProperty('temperature');
  const { turns } = await traceOf(client, run.id);
  expect(JSON.stringify(turns[0]?.response)).toContain('temperature was left out');
});

it('[model.context] a thread that is too long for its model is shortened, and the trace says by how much', async () => {
  const agent = await publishScripted(client, { model_class: 'deep' });
  const thread = await startThread(client, agent.id);
  const long = 'word '.repeat(1000);
  for (let index = 0; index < 6; index += 1) {
    provider.answers(stream(anthropicFrames({ text: [`Reply ${index}`] })));
    await converse(client, thread, `${index} ${long}`);
  }
  const messages = (sent()['messages'] as { role: string }[]).length;
  expect(messages).toBeLessThan(11);
  expect(JSON.stringify(sent())).toContain('5 word');
  expect(JSON.stringify(sent())).not.toContain('0 word');
  const [newest] = await messagesOf(client, thread);
  expect(newest).toBeDefined();
  const last = await service.db.turns.findOne({}, { sort: { created_at: -1 } });
  expect(last?.left_out?.messages).toBeGreaterThan(0);
  expect(last?.left_out?.characters).toBeGreaterThan(5000);
});

it('[model.context] a conversation that the provider finds too long is sent again, shortened', async () => {
  const agent = await publishScripted(client, { model_class: 'deep' });
  const thread = await startThread(client, agent.id);
  provider.answers(stream(anthropicFrames({ text: ['First'] })));
  await converse(client, thread, `first ${'word '.repeat(500)}`);
  const message = 'prompt is too long: 210000 tokens > 200000 maximum';
  provider.answers(
    plainAnswer(400, { type: 'error', error: { type: 'invalid_request_error', message } }),
    stream(anthropicFrames({ text: ['Second'] })),
  );
  const run = await converse(client, thread, 'second');
  expect(run.message?.content).toBe('Second');
  expect(JSON.stringify(sent(2))).toContain('first word');
  expect(JSON.stringify(sent())).not.toContain('first word');
  expect((await traceOf(client, run.id)).turns[0]?.left_out?.messages).toBeGreaterThan(0);
});
