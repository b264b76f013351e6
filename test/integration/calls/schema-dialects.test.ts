import { describe, expect, it } from 'vitest';
import { converse, messagesOf } from '#clients/raw/conversation.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Patch } from '#contract/patch.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { callsOf, startActing } from '../../support/acting-run.ts';
import { patchDefinition } from '../../support/patch-definition.ts';
import { perTest } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perTest(startHost);
const $schema = 'http://json-schema.org/draft-07/schema#';
const money = {
  type: 'array',
  items: [{ type: 'number' }, { enum: ['EUR', 'USD'] }],
  additionalItems: false,
};

/** Schemas of earlier dialects, with arguments that they let through and arguments that they do not. */
const schemas: Record<string, { schema: JsonObject; valid: JsonObject[]; invalid: JsonObject[] }> = {
  'an object as zod-to-json-schema writes it': {
    schema: {
      $schema,
      type: 'object',
      properties: { to: { type: 'string', minLength: 1 }, amount: { type: 'number', exclusiveMinimum: 0 } },
      required: ['to', 'amount'],
      additionalProperties: false,
    },
    valid: [{ to: 'Bo', amount: 1 }],
    invalid: [{ to: 'Bo', amount: 0 }, { to: 'Bo' }, { to: 'Bo', amount: 1, more: true }],
  },
  'a schema with a name, which refers to itself': {
    schema: {
      $schema,
      $ref: '#/definitions/Split',
      definitions: {
        Split: {
          type: 'object',
          properties: {
            amount: { type: 'number' },
            parts: { type: 'array', items: { $ref: '#/definitions/Split' } },
          },
          required: ['amount'],
          additionalProperties: false,
        },
      },
    },
    valid: [{ amount: 1, parts: [{ amount: 2, parts: [] }] }],
    invalid: [
      { amount: 1, parts: [{}] },
      { amount: 1, parts: [{ amount: '2' }] },
    ],
  },
  'a closed tuple': {
    schema: { $schema, type: 'object', properties: { money } },
    valid: [{ money: [5, 'EUR'] }, { money: [5] }],
    invalid: [{ money: ['EUR', 5] }, { money: [5, 'EUR', 'EUR'] }],
  },
  'a tuple without $schema': {
    schema: { type: 'object', properties: { money } },
    valid: [{ money: [5, 'EUR'] }],
    invalid: [{ money: [5, 'GBP'] }, { money: [5, 'EUR', 1] }],
  },
  dependencies: {
    schema: {
      $schema,
      type: 'object',
      properties: { iban: { type: 'string' }, bic: { type: 'string' }, urgent: { type: 'boolean' } },
      dependencies: { bic: ['iban'], urgent: { required: ['bic'] } },
    },
    valid: [{ iban: 'A' }, { iban: 'A', bic: 'B', urgent: true }],
    invalid: [{ bic: 'B' }, { iban: 'A', urgent: true }],
  },
  'keywords beside a reference, as 2019-09 has them': {
    schema: {
      $schema: 'https://json-schema.org/draft/2019-09/schema',
      type: 'object',
      properties: { note: { $ref: '#/$defs/text', maxLength: 2 } },
      $defs: { text: { type: 'string' } },
    },
    valid: [{ note: 'ab' }],
    invalid: [{ note: 'abc' }, { note: 1 }],
  },
};

it.each(Object.entries(schemas))(
  '[patch.schema.dialects] %s is published as it is given, and lets through what it does in its own dialect',
  async (_, { schema, valid, invalid }) => {
    const { client, thread } = await startActing(service, {
      host,
      patches: [actingPatch('pay', { input_schema: schema })],
    });
    expect((await client.get<Patch>('/v1/patches/pay@1')).data.input_schema).toEqual(schema);
    const calls = [...invalid, ...valid].map((args) => `/call pay ${JSON.stringify(args)}`);
    const run = await converse(client, thread, `${calls.join('\n')}\n---\n/say done`);
    expect(run.state).toBe('closed');
    expect((await callsOf(client, run.id)).map(({ args, error }) => [args, error?.code])).toEqual([
      ...invalid.map((args) => [args, 'invalid_args']),
      ...valid.map((args) => [args, undefined]),
    ]);
    expect(host.calls.map(({ body }) => body)).toEqual(expect.arrayContaining(valid));
    expect(host.calls).toHaveLength(valid.length);
  },
);

it('[patch.schema.dialects] a condition of draft-07 holds the calls that it is about, and no others', async () => {
  const when = {
    $schema,
    type: 'object',
    properties: { money: { items: [{ type: 'number', minimum: 100 }] } },
  };
  const { client, thread } = await startActing(service, {
    host,
    patches: [
      actingPatch('pay', {
        input_schema: { $schema, type: 'object', properties: { money }, required: ['money'] },
        wired: { gate: { type: 'confirm', when } },
      }),
    ],
  });
  const small = await converse(client, thread, '/call pay {"money":[99,"EUR"]}\n---\n/say done');
  expect(small.state).toBe('closed');
  const large = await converse(client, thread, '/call pay {"money":[100,"EUR"]}\n---\n/say done');
  expect(large.state).toBe('awaiting_input');
  expect(host.calls).toHaveLength(1);
});

it('[patch.schema.dialects] replies and extractions are validated by a schema of draft-07', async () => {
  const schema = { $schema, type: 'object', properties: { money }, required: ['money'] };
  const { client, thread } = await startActing(service, {
    host,
    patches: [],
    agent: { reply_schema: schema },
  });
  await converse(client, thread, '/say {"money":["EUR"]}\n---\n/say {"money":[5,"EUR"]}');
  expect((await messagesOf(client, thread)).at(-1)?.parts?.at(-1)).toMatchObject({
    payload: { money: [5, 'EUR'] },
  });
  const extract = async (text: string) =>
    await client.post<{ result: unknown }>('/v1/extract', { text, schema, model_class: 'scripted' });
  expect((await extract('{"money":[5,"EUR"]}')).data.result).toEqual({ money: [5, 'EUR'] });
  expect((await extract('{"money":[5,"EUR",6]}')).error.code).toBe('extract_failed');
});

describe.each([
  [{ $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' }, 'unsupported_dialect', /2020-12/],
  [
    { $schema, type: 'object', properties: { a: { $ref: '#/definitions/a', maxLength: 1 } } },
    'invalid_schema',
    /maxLength beside \$ref/,
  ],
  [
    { type: 'object', properties: { a: { minimum: 1, exclusiveMinimum: true } } },
    'invalid_schema',
    /exclusiveMinimum must be a number/,
  ],
])('[patch.schema.unknown-dialect] %j', (schema, code, message) => {
  it('is refused everywhere, with the reason', async () => {
    const { client } = await service.workspace();
    const { ref } = (await client.post<Patch>('/v1/patches', patchDefinition({ key: 'look' }))).data;
    const agent = { key: 'a', name: 'A', instructions: 'Pay.', model_class: 'scripted' };
    const gated = [{ ref, gate: { type: 'confirm', when: schema } }];
    const rules = [{ name: 'r', when: schema, then: 'hold' }];
    const answers = [
      await client.post('/v1/patches', patchDefinition({ input_schema: schema })),
      await client.post('/v1/agents', { ...agent, reply_schema: schema }),
      await client.post('/v1/agents', { ...agent, patches: gated }),
      await client.post('/v1/approval-policies', { key: 'p', rules }),
      await client.post('/v1/extract', { text: 'x', schema, model_class: 'scripted' }),
    ];
    const fault = expect.objectContaining({
      code,
      message: expect.stringMatching(message) as string,
    }) as unknown;
    expect(answers.map(({ status, error }) => [status, error.code, error.details])).toEqual(
      answers.map(() => [422, 'invalid_request', [fault]]),
    );
  });
});
