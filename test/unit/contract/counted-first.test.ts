import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { boundedRecord } from '#contract/bounded-record.ts';
import { NewConnection } from '#contract/connection.ts';
import { hasTooManyValues } from '#contract/json-size.ts';
import { NewMessage } from '#contract/message.ts';
import { PatchDefinition } from '#contract/patch.ts';
import { AgentDefinition } from '#contract/agent.ts';
import { NewWebhookEndpoint } from '#contract/webhook-endpoint.ts';
import { patchDefinition } from '../../support/patch-definition.ts';

const many = 20_000;
const list = (item: unknown) => Array.from({ length: many }, () => item);
const record = (value: unknown) =>
  Object.fromEntries(Array.from({ length: many }, (_, index) => [`name-${index}`, value]));

const connection = { name: 'host', base_url: 'https://host.example', auth: { type: 'none' } };
const request = { method: 'GET', path: '/' };

describe('[body.bounded-work] what is too much is counted, and not looked at one by one', () => {
  it.each<[what: string, schema: z.ZodType, body: unknown, path: PropertyKey[]]>([
    ['headers of a connection', NewConnection, { ...connection, headers: record(1) }, ['headers']],
    [
      'types of events',
      NewWebhookEndpoint,
      { url: 'https://host.example', events: list('none') },
      ['events'],
    ],
    ['metadata', NewMessage, { content: 'Hi', metadata: record(1) }, ['metadata']],
    [
      'parameters of a request',
      PatchDefinition,
      patchDefinition({ request: { ...request, query: record(1) } as never }),
      ['request', 'query'],
    ],
    [
      'headers of a request',
      PatchDefinition,
      patchDefinition({ request: { ...request, headers: record(1) } as never }),
      ['request', 'headers'],
    ],
    [
      'JSON pointers',
      PatchDefinition,
      patchDefinition({ redact: { args: list(1) as string[] } }),
      ['redact', 'args'],
    ],
    [
      'fields of a summary',
      PatchDefinition,
      patchDefinition({ summary: { title: 'Pay', fields: list({}) as never } }),
      ['summary', 'fields'],
    ],
    [
      'patches of an agent',
      AgentDefinition,
      { key: 'a', name: 'A', instructions: '', model_class: 'fast', patches: list({}) },
      ['patches'],
    ],
  ])('%s', (_, schema, body, path) => {
    const issues = schema.safeParse(body).error?.issues;
    expect(issues).toEqual([expect.objectContaining({ path })]);
  });

  it('members of a record', () => {
    let looked = 0;
    const counted = z.string().refine(() => (looked += 1) > 0);
    const schema = boundedRecord(z.string(), counted, { most: 2 });
    expect(schema.safeParse({ a: '1', b: '2', c: '3' }).error?.issues).toEqual([
      { code: 'custom', path: [], message: 'must hold at most 2 members' },
    ]);
    expect(looked).toBe(0);
    expect(schema.parse({ a: '1', b: '2' })).toEqual({ a: '1', b: '2' });
    expect(looked).toBe(2);
  });
});

it('two headers of a connection that differ by case alone are one too many', () => {
  const { error } = NewConnection.safeParse({ ...connection, headers: { 'X-Key': 'a', 'x-key': 'b' } });
  expect(error?.issues).toEqual([
    expect.objectContaining({ path: ['headers', 'x-key'], message: 'must not be given twice' }),
  ]);
});

it.each([
  ['[1,2,[]]', 4],
  ['{"a":{"b":null}}', 4],
  ['["[,:{"]', 1],
  ['["\\"[,:{",1]', 2],
  ['["\\\\",1]', 2],
])('the separators of %s are %i', (text, count) => {
  expect(hasTooManyValues(text, count)).toBe(false);
  expect(hasTooManyValues(text, count - 1)).toBe(true);
});

it('[body.bounded-work] a path that is too long is not decoded', () => {
  const path = `/../%2525${'%2525'.repeat(200_000)}`;
  const { error } = PatchDefinition.safeParse(patchDefinition({ request: { method: 'GET', path } }));
  expect(error?.issues.map(({ code }) => code)).toEqual(['too_big']);
});
