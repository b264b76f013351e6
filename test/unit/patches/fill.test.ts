import { expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { fillArguments, keepFilled, schemaForModel, withoutFilled } from '#patches/fill.ts';

const fill = { '/account': 'account_id', '/debtor/name': 'name' };
const context = { account_id: 'acc_1', name: 'Ada', limit: 5 };

it('[patch.fill] values are added to the arguments of the model, which are not changed', () => {
  const args = { amount: 5, debtor: { note: 'x' } };
  expect(fillArguments({ fill }, args, context)).toEqual({
    args: { amount: 5, account: 'acc_1', debtor: { note: 'x', name: 'Ada' } },
  });
  expect(args).toEqual({ amount: 5, debtor: { note: 'x' } });
  expect(fillArguments({ fill }, {}, context)).toEqual({
    args: { account: 'acc_1', debtor: { name: 'Ada' } },
  });
});

it.each([
  ['a value', { account: 'acc_2' }, '/account is filled in by the application: leave it out'],
  ['the same value', { account: 'acc_1' }, '/account is filled in by the application: leave it out'],
  ['null', { account: null }, '/account is filled in by the application: leave it out'],
  ['a member', { debtor: { name: 'Eve' } }, '/debtor/name is filled in by the application: leave it out'],
  [
    'a text in place of the object',
    { debtor: 'Eve' },
    '/debtor/name leads through a value that is not an object',
  ],
])('[patch.fill.given] %s from the model is refused', (_, args, fault) => {
  expect(fillArguments({ fill }, args, context)).toEqual({ fault });
});

it('[patch.fill.missing] a value that the context lacks is named, also one of the request alone', () => {
  expect(fillArguments({ fill }, {}, { name: 'Ada' })).toEqual({ fault: 'context.account_id is missing' });
  const request = { method: 'GET', path: '/of/{{context.region}}' } as const;
  expect(fillArguments({ request }, {}, context)).toEqual({ fault: 'context.region is missing' });
  // A name that every object seems to have is not there either.
  expect(fillArguments({ fill: { '/a': 'toString' } }, {}, {})).toEqual({
    fault: 'context.toString is missing',
  });
});

const schema = (parts: JsonObject): JsonObject => ({ type: 'object', ...parts });
const text = { type: 'string' };

it('[patch.fill] the schema of the model lacks filled arguments, and keeps everything else', () => {
  const input_schema = schema({
    properties: { amount: { type: 'number' }, account: text, debtor: schema({ properties: { name: text } }) },
    required: ['amount', 'account', 'debtor'],
    dependentRequired: { account: ['amount'], amount: ['account', 'debtor'] },
    examples: [{ account: 'acc_7' }],
    additionalProperties: false,
  });
  const before = structuredClone(input_schema);
  expect(schemaForModel({ fill, input_schema })).toEqual({
    type: 'object',
    properties: { amount: { type: 'number' } },
    required: ['amount'],
    dependentRequired: { amount: [] },
    additionalProperties: false,
  });
  expect(input_schema).toEqual(before);
});

it('[patch.fill] an object of which only a part is filled in stays in the schema with the rest', () => {
  const debtor = schema({ properties: { name: text, note: text }, required: ['name'] });
  const input_schema = schema({ properties: { debtor }, required: ['debtor'] });
  expect(schemaForModel({ fill: { '/debtor/name': 'name' }, input_schema })).toEqual(
    schema({ properties: { debtor: schema({ properties: { note: text } }) }, required: ['debtor'] }),
  );
});

it('[patch.fill.later] filled arguments are taken out again', () => {
  const pointers = Object.keys(fill);
  expect(withoutFilled({ amount: 5, account: 'a', debtor: { name: 'Ada', note: 'x' } }, pointers)).toEqual({
    amount: 5,
    debtor: { note: 'x' },
  });
  expect(withoutFilled({ amount: 5 }, pointers)).toEqual({ amount: 5 });
});

it('[patch.fill.gate] a correction keeps what was filled in', () => {
  const stored = { amount: 5, account: 'acc_1' };
  const keep = (corrected: JsonObject) => keepFilled(corrected, stored, ['/account']);
  expect(keep({ amount: 4 })).toEqual({ args: { amount: 4, account: 'acc_1' } });
  expect(keep({ amount: 4, account: 'acc_1' })).toEqual({ args: { amount: 4, account: 'acc_1' } });
  expect(keep({ amount: 4, account: 'acc_2' })).toEqual({ changed: '/account' });
  expect(keep({ amount: 4, account: null })).toEqual({ changed: '/account' });
});
