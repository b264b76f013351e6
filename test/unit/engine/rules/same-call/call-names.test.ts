import { expect, it } from 'vitest';
import { callNames } from '#engine/rules/same-call/call-names.ts';

const nameOf = (purpose: string, parts: readonly string[]) => JSON.stringify([purpose, parts]);
const input_schema = {
  type: 'object',
  properties: {
    urgent: { default: false },
    fee: { default: 'shared' },
    to: { type: 'object', properties: { country: { default: 'DE' } } },
    __proto__: { default: 1 },
  },
};
const patch = { key: 'pay', input_schema };
const named = (args: object) => callNames(nameOf, 'thread', patch, args as never).join();
const order = { amount: 100, to: { iban: 'DE89 3704 0044' } };

it.each<[string, object]>([
  ['another order', { to: { iban: 'DE89 3704 0044' }, amount: 100 }],
  ['other spellings', { amount: '100.00', to: { iban: 'de8937040044' } }],
  ['empty members', { ...order, memo: '', note: null, list: [], more: { nothing: {} } }],
  ['defaults', { ...order, urgent: false, fee: 'SHARED', to: { iban: 'DE8937040044', country: 'de' } }],
])('[gate.rejected-before.same] is the same with %s', (_, args) => {
  expect(named(args)).toBe(named(order));
});

it.each<[string, object]>([
  ['another amount', { ...order, amount: 100.01 }],
  ['another account', { ...order, to: { iban: 'DE89 3704 0045' } }],
  ['another argument', { ...order, memo: 'rent' }],
  ['what is no default', { ...order, urgent: true }],
  ['zero', { ...order, discount: 0 }],
  ['false', { ...order, flag: false }],
])('[gate.rejected-before.same] is another call with %s', (_, args) => {
  expect(named(args)).not.toBe(named(order));
});

it('[gate.rejected-before.same] has the effect key beside the name of all arguments', () => {
  expect(callNames(nameOf, 'thread', patch, order, { effect: { key: 'effect' } })).toEqual([
    named(order),
    'effect',
  ]);
  expect(callNames(nameOf, 'other', patch, order)).not.toEqual([named(order)]);
  expect(callNames(nameOf, 'thread', { ...patch, key: 'refund' }, order)).not.toEqual([named(order)]);
});

it('[limit.loop.marks] arguments of over 32,768 characters are compared as they are written', () => {
  const written = (letter: string, times: number) => named({ memo: letter.repeat(times) });
  expect(written('a', 30_000)).toBe(written('A', 30_000));
  expect(written('a', 40_000)).not.toBe(written('A', 40_000));
  expect(written('a', 40_000)).toBe(written('a', 40_000));
});
