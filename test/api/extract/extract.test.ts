import { expect, it } from 'vitest';
import type { Event } from '#contract/event.ts';
import type { LedgerEntry } from '#contract/credits.ts';
import type { RequestRecord } from '#contract/request.ts';
import type { Usage } from '#contract/usage.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { extractFrom, modelSays, modelsAt, totalSchema } from '../../support/extract.ts';
import { isReplayed, withKey } from '../../support/idempotency.ts';
import { accountOf } from '../../support/ledger.ts';
import { plainAnswer, startModelServer } from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { startService, type TestWorkspace } from '../../support/service.ts';
import { registerSigner, signToken } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile, perTest } from '../../support/per-file.ts';

const models = perFile(startModelServer, async (it) => await it.close());
const service = perFile(() => startService({ worker: false, models: modelsAt(models.url) }));
const workspace = perTest(() => service.workspace());
const client = perTest(async () => workspace.client);
const eventsOf = async (of: ApiClient = client) => (await of.get<Event[]>('/v1/events')).data;
const chargesOf = async ({ id }: TestWorkspace) =>
  (await accountOf(service.db, id)).entries.filter(({ reason }) => reason !== 'grant');

it('[extract.result] [extract.scripted] [event.type.extract] the result is answered, and told by an event of the request', async () => {
  const answer = await extractFrom(client, 'Please pay {"total": 12.5} soon.');
  expect([answer.status, answer.data]).toEqual([
    200,
    { id: answer.headers.get('request-id'), result: { total: 12.5 } },
  ]);
  expect(await eventsOf()).toEqual([
    {
      id: expect.any(String),
      type: 'extract.completed',
      created_at: expect.any(String),
      seq: null,
      origin: 'api',
      source: { kind: 'request', id: answer.data.id },
      parent: null,
      context: { workspace_id: workspace.id, product: 'extract' },
      data: { result: { total: 12.5 } },
    },
  ]);
});

it('[extract.failed] [event.type.extract] a model that cannot produce it is refused with the faults, charged, and told by an event', async () => {
  models.answers(modelSays('I do not know.'), modelSays('{"total": "twelve"}'));
  const answer = await extractFrom(client, 'The total is twelve.', { model_class: 'standard' });
  expect(verdict(answer)).toEqual([422, 'extract_failed']);
  const { error } = answer.body as { error: Record<string, unknown> };
  expect(error).toEqual({
    code: 'extract_failed',
    message: 'The model could not produce a valid result. total must be number.',
    details: [{ path: 'total', message: 'must be number', code: 'invalid' }],
  });
  expect(await eventsOf()).toMatchObject([
    {
      type: 'extract.failed',
      source: { kind: 'request', id: answer.headers.get('request-id') },
      data: { error },
    },
  ]);
  expect(await chargesOf(workspace)).toMatchObject([{ delta: -220_000, reason: 'extract' }]);
  const { data: records } = await client.get<RequestRecord[]>('/v1/requests?product=extract');
  expect(records).toMatchObject([{ status: 422, cost_credits: 0.22 }]);
});

it('[extract.repair] [extract.model-class] an answer that does not fit is repaired; the default class is the one that is mapped', async () => {
  models.answers(modelSays('{"sum": 12}'), modelSays('{"total": 12}'));
  const answer = await extractFrom(client, 'The total is twelve.', {
    model_class: undefined,
    instructions: 'In euros.',
  });
  expect(answer.data.result).toEqual({ total: 12 });
});

it('[extract.priced] [usage.extract] it is charged by tokens, to the request, and counted by class', async () => {
  models.answers(modelSays('{"total": 12}'));
  const { headers, data } = await extractFrom(client, 'Twelve.', { model_class: 'standard' });
  const { data: entries } = await client.get<LedgerEntry[]>('/v1/credits/ledger');
  expect(entries[0]).toMatchObject({ delta: -0.11, reason: 'extract', ref: data.id });
  expect((await client.get<{ held: number }>('/v1/credits')).data.held).toBe(0);
  await extractFrom(client, '{"total": 1}');
  await extractFrom(client, 'nothing');
  const { extract } = (await client.get<Usage>('/v1/usage')).data;
  expect(extract).toEqual([
    {
      model_class: 'scripted',
      count: 2,
      input_tokens: expect.any(Number),
      output_tokens: expect.any(Number),
    },
    { model_class: 'standard', count: 1, input_tokens: 100, output_tokens: 10 },
  ]);
  const { data: records } = await client.get<RequestRecord[]>('/v1/requests?product=extract&status=200');
  expect(records.at(-1)).toMatchObject({ id: headers.get('request-id'), cost_credits: 0.11 });
});

it.each([
  ['no text', { text: undefined }, 'text'],
  ['an empty text', { text: '' }, 'text'],
  ['blanks', { text: ' \n' }, 'text'],
  ['a text of over 100,000 characters', { text: 'x'.repeat(100_001) }, 'text'],
  ['no schema', { schema: undefined }, 'schema'],
  ['a schema that is none', { schema: true }, 'schema'],
  ['a schema that does not compile', { schema: { type: 'nonsense' } }, 'schema'],
  ['a schema that leads elsewhere', { schema: { $ref: 'https://host.example/schema' } }, 'schema'],
  ['a pattern that backtracks', { schema: { pattern: '^(?=a)b' } }, 'schema'],
  ['a schema that is too long', { schema: { description: 'x'.repeat(32_768) } }, 'schema'],
  ['an unknown class', { model_class: 'huge' }, 'model_class'],
  ['an unknown field', { model: 'fast' }, 'model'],
])('[extract.bounds] %s is refused, and costs nothing', async (_, parts, path) => {
  const body = { text: '{"total": 1}', schema: totalSchema, model_class: 'scripted', ...parts };
  const answer = await client.post('/v1/extract', body);
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  expect(answer.body).toMatchObject({ error: { details: [{ path }] } });
  expect(await chargesOf(workspace)).toEqual([]);
});

it('[extract.bounds] a text of 100,000 characters, counted as people count them, is taken', async () => {
  const text = `{"total": 1}${'😀'.repeat(99_988)}`;
  expect((await extractFrom(client, text)).data.result).toEqual({ total: 1 });
});

it('[extract.model-class] a class that is not mapped is refused', async () => {
  const answer = await extractFrom(client, 'x', { model_class: 'deep' });
  expect(verdict(answer)).toEqual([422, 'model_unavailable']);
});

it('[extract.credential] a session token is refused', async () => {
  const token = await signToken(await registerSigner(client), { sub: 'ada' });
  const answer = await extractFrom(client.with({ apiKey: token }), '{"total": 1}');
  expect(verdict(answer)).toEqual([403, 'forbidden']);
});

it('[extract.credential] the subject that it is for is in the event and in the record', async () => {
  await extractFrom(client.as('ada'), '{"total": 1}');
  expect(await eventsOf()).toMatchObject([{ context: { subject_ref: 'ada' } }]);
  const { data: records } = await client.get<RequestRecord[]>('/v1/requests?product=extract');
  expect(records).toMatchObject([{ subject_ref: 'ada' }]);
});

it('[extract.provider] a provider that fails is told as 502, with when to try again, and costs nothing', async () => {
  models.answers(
    plainAnswer(429, { error: { message: 'sk-secret' } }, { 'retry-after': '60' }),
    plainAnswer(400, { error: { message: 'sk-secret' } }),
  );
  const busy = await extractFrom(client, 'x', { model_class: 'standard' });
  expect([verdict(busy), busy.headers.get('retry-after')]).toEqual([[502, 'model_error'], '60']);
  const refused = await extractFrom(client, 'x', { model_class: 'standard' });
  expect([verdict(refused), refused.headers.get('retry-after')]).toEqual([[502, 'model_error'], '5']);
  expect(JSON.stringify([busy.body, refused.body])).not.toContain('sk-secret');
  expect(await chargesOf(workspace)).toEqual([]);
  expect(await eventsOf()).toEqual([]);
  expect((await client.get<{ held: number }>('/v1/credits')).data.held).toBe(0);
});

it('[idempotency.stores-costly-refusals] [extract.priced] results and refusals are replayed byte for byte, and cost once', async () => {
  for (const text of ['{"total": 1}', 'nothing']) {
    const keyed = withKey(client);
    const first = await extractFrom(keyed, text);
    const replay = await extractFrom(keyed, text);
    expect([isReplayed(first), isReplayed(replay)]).toEqual([false, true]);
    expect([replay.status, replay.body]).toEqual([first.status, first.body]);
  }
  expect(await chargesOf(workspace)).toHaveLength(2);
  expect(await eventsOf()).toHaveLength(2);
  const { data: records } = await client.get<RequestRecord[]>('/v1/requests?product=extract');
  expect(records.map(({ replayed, cost_credits }) => [replayed, cost_credits > 0])).toEqual([
    [true, false],
    [false, true],
    [true, false],
    [false, true],
  ]);
  expect((await client.get<Usage>('/v1/usage')).data.extract).toMatchObject([{ count: 2 }]);
});
