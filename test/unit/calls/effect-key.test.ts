import { expect, it } from 'vitest';
import type { Patch } from '#contract/patch.ts';
import { effectKey } from '#calls/effect-key.ts';

const patch = (key?: string[]): Pick<Patch, 'key' | 'reliability'> => ({
  key: 'pay',
  reliability: { idempotent: false, retry: 'none', ...(key === undefined ? {} : { key }) },
});
const keyOf = (args: object, thread = 'thread', of = patch(['/invoice', '/payee'])) =>
  effectKey(
    (purpose, parts) => JSON.stringify([purpose, parts]),
    thread,
    of,
    args as Record<string, unknown>,
  );
const args = { invoice: 'a', payee: { iban: 'DE', name: 'Bo' } };

it('[tool-call.repeated] the same values have the same key, in whatever order, and whatever else differs', () => {
  const same = { note: 'again', payee: { name: 'Bo', iban: 'DE' }, invoice: 'a' };
  expect(keyOf(same)).toBe(keyOf(args));
});

it.each([
  ['another value', { ...args, invoice: 'b' }],
  ['a missing value', { payee: args.payee }],
  ['null', { ...args, invoice: null }],
  ['a value of another type', { ...args, invoice: ['a'] }],
])('[tool-call.repeated] %s has another key', (_, other) => {
  expect(keyOf(other)).not.toBe(keyOf(args));
});

it('[tool-call.repeated] another thread or another patch has another key, and a patch without one has none', () => {
  expect(keyOf(args, 'other')).not.toBe(keyOf(args));
  expect(keyOf(args, 'thread', { ...patch(['/invoice', '/payee']), key: 'refund' })).not.toBe(keyOf(args));
  expect(keyOf(args, 'thread', patch())).toBeUndefined();
});
