import { describe, expect, it } from 'vitest';
import { converse, post, settled, startThread } from '#clients/raw/conversation.ts';
import { createModels } from '#adapters/model/models.ts';
import { anthropicFrames } from '#tools/dev/stand-ins/model-servers/anthropic.ts';
import {
  hangUp,
  plainAnswer,
  silence,
  startModelServer,
  stream,
  streamAndStall,
} from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { openaiChatFrames } from '#tools/dev/stand-ins/model-servers/openai-chat.ts';
import { startActing, traceOf } from '../../support/acting-run.ts';
import { eventsOf } from '../../support/events.ts';
import { extractFrom } from '../../support/extract.ts';
import { accountOf } from '../../support/ledger.ts';
import { perFile } from '../../support/per-file.ts';
import { startService } from '../../support/service.ts';

const first = perFile(startModelServer, async (it) => await it.close());
const second = perFile(startModelServer, async (it) => await it.close());
const names = ['anthropic:one', 'openai-compatible:two'];
const service = perFile(() =>
  startService({
    models: createModels({
      standard: {
        provider: 'anthropic',
        model: 'one',
        others: [{ provider: 'openai-compatible', model: 'two' }],
      },
      anthropic: { apiKey: 'sk-secret', baseUrl: first.url },
      openai: { baseUrl: `${second.url}/v1` },
      // Only silence may take so long: on a busy machine, the other answers of these servers take more than a moment.
      idleTimeoutMs: 5000,
    }),
    modelPrices: 'standard:1/1,standard.2:2/2',
  }),
);
const usage = { input: 100, output: 10 };
const says = (text: string) => stream(openaiChatFrames({ text: [text], usage }));
const overloaded = plainAnswer(529, { type: 'error', error: { type: 'overloaded_error', message: 'busy' } });
const acting = async () => await startActing(service, { agent: { model_class: 'standard' } });

describe('a run of a class with two models', () => {
  it.each([
    ['is overloaded', 'overloaded', () => overloaded],
    [
      'refuses the content',
      'refused',
      () =>
        plainAnswer(400, {
          type: 'error',
          error: { type: 'invalid_request_error', message: 'Output blocked by content filtering policy' },
        }),
    ],
    ['is silent', 'timeout', () => silence().answer],
    ['hangs up', 'unreachable', () => hangUp],
  ])(
    '[model.fallback] is answered by the second one if the first one %s, at its price',
    async (_, code, answer) => {
      const { client, thread, workspace } = await acting();
      first.answers(answer());
      second.answers(says('Here I am.'));
      const run = await converse(client, thread, 'Hello');
      expect(run).toMatchObject({ state: 'closed', message: { content: 'Here I am.' } });
      const { turns } = await traceOf(client, run.id);
      expect(turns).toMatchObject([
        { model: names[1], tries: [{ model: names[0], code }, { model: names[1] }] },
      ]);
      // One activity: no try of the workflow's was needed.
      expect(turns).toHaveLength(1);
      expect(run.cost_credits).toBe(0.22);
      const charges = (await accountOf(service.db, workspace)).entries.filter(
        ({ reason }) => reason === 'turn',
      );
      expect(charges.map(({ delta }) => delta)).toEqual([-220_000]);
    },
  );

  it('[model.fallback.after-delta] is taken again from the start if the first one dies after something was shown', async () => {
    const { client, thread } = await acting();
    const half = streamAndStall(anthropicFrames({ text: ['Half of '] }).slice(0, 4));
    first.answers(half.answer, overloaded);
    second.answers(says('All of it.'));
    const asked = second.requests.length;
    const runId = await post(client, thread, 'Hello');
    await expect.poll(() => first.requests.length).toBeGreaterThan(0);
    const run = await settled(client, runId);
    expect(run).toMatchObject({ state: 'closed', message: { content: 'All of it.' } });
    expect(second.requests.length - asked).toBe(1);
    expect((await traceOf(client, run.id)).turns).toMatchObject([{ model: names[1], cost_credits: 0.22 }]);
    expect(
      (await eventsOf(service.db, run.id)).filter(({ type }) => type === 'message.completed'),
    ).toHaveLength(1);
  });

  it('[model.fallback.cancelled] is cancelled while the second one is asked', async () => {
    const { client, thread, workspace } = await acting();
    const hangs = silence();
    first.answers(overloaded);
    second.answers(hangs.answer);
    const runId = await post(client, thread, 'Hello');
    await hangs.asked;
    await client.post(`/v1/loom/runs/${runId}/cancel`);
    expect(await settled(client, runId)).toMatchObject({ state: 'closed', reason: 'cancelled' });
    const { entries } = await accountOf(service.db, workspace);
    expect(entries.filter(({ reason }) => reason === 'turn')).toEqual([]);
  });

  it('[model.fallback] makes no difference to a reply with a schema', async () => {
    const { client, thread } = await startActing(service, {
      agent: { model_class: 'standard', reply_schema: { type: 'object' } },
    });
    first.answers(overloaded);
    second.answers(says('{"total": 5}'));
    const run = await converse(client, thread, 'Hello');
    expect(run).toMatchObject({ state: 'closed', message: { content: '{"total":5}' } });
  });

  it('[model.fallback] fails with what can be tried again only after every model was', async () => {
    const { client } = await acting();
    first.answers(plainAnswer(401, {}));
    second.answers(plainAnswer(404, {}));
    const agent = (await client.get<{ id: string }[]>('/v1/agents')).data[0]?.id;
    const run = await converse(client, await startThread(client, agent), 'Hello');
    expect(run).toMatchObject({ state: 'failed', error: { code: 'model_unauthorized' } });
    const { turns, unanswered_turn } = await traceOf(client, run.id);
    expect([turns, unanswered_turn?.tries]).toMatchObject([
      [],
      [
        { model: names[0], code: 'unauthorized', status: 401 },
        { model: names[1], code: 'not_found', status: 404 },
      ],
    ]);
  });
});

it('[model.fallback] an extraction is made by the second model if the first one fails, at its price', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  first.answers(overloaded);
  second.answers(says('{"total": 12.5}'));
  const { data } = await extractFrom(client, 'The total is 12.5', { model_class: 'standard' });
  expect(data.result).toEqual({ total: 12.5 });
  const entries = (await client.get<{ reason: string; delta: number }[]>('/v1/credits/ledger')).data;
  expect(entries.find(({ reason }) => reason === 'extract')?.delta).toBe(-0.22);
});
