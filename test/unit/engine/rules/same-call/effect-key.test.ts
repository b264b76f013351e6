import { expect, it } from 'vitest';
import type { Patch } from '#contract/patch.ts';
import { effectKey } from '#engine/rules/same-call/effect-key.ts';

const input_schema = {
  type: 'object',
  properties: {
    currency: { default: 'EUR' },
    payee: { type: 'object', properties: { country: { default: 'DE' } } },
  },
};
const patch = (key?: string[]): Pick<Patch, 'key' | 'reliability' | 'input_schema'> => ({
  key: 'pay',
  input_schema,
  reliability: { idempotent: false, retry: 'none', ...(key === undefined ? {} : { key }) },
});
function atOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

const keyOf = (args: object, thread = 'thread', of = patch(['/invoice', '/payee'])) =>
  atOnce(
    effectKey(
      (purpose, parts) => JSON.stringify([purpose, parts]),
      thread,
      of,
      args as Record<string, unknown>,
    ),
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

it.each<[string, object]>([
  ['the default of its patch', { ...args, currency: 'EUR' }],
  ['the default in another spelling', { ...args, currency: 'eur' }],
  ['null', { ...args, currency: null }],
  ['an empty text', { ...args, currency: '' }],
  ['the default in a member', { ...args, payee: { ...args.payee, country: 'DE' } }],
])('[tool-call.repeated.default] what is left out has the same key as %s', (_, said) => {
  const of = patch(['/invoice', '/payee', '/payee/country', '/currency']);
  expect(keyOf(said, 'thread', of)).toBe(keyOf(args, 'thread', of));
  expect(keyOf({ ...args, currency: 'USD' }, 'thread', of)).not.toBe(keyOf(args, 'thread', of));
  expect(keyOf({ ...args, payee: { country: 'FR' } }, 'thread', of)).not.toBe(keyOf(args, 'thread', of));
});

const keyOfInvoice = (invoice: unknown) => keyOf({ ...args, invoice });

it.each<[string, unknown, unknown]>([
  ['an IBAN', 'DE89 3704 0044 0532 0130 00', 'de89370400440532013000'],
  ['an IBAN with hyphens', 'DE89-3704-0044-0532-0130-00', 'DE89370400440532013000'],
  ['an IBAN with its name', 'IBAN: DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ['a minus sign for a hyphen', 'INV\u22122026', 'INV-2026'],
  ['an invoice number', 'INV-2026/001', 'inv 2026 001'],
  ['an invoice number without separators', 'INV-2026-001', 'inv2026001'],
  ['an account number with points', '1234.56.78901', '12345678901'],
  ['a sort code', '12-34-56', '123456'],
  ['an account number that is a number', 12_345_678, '1234 5678'],
  ['a decimal', '12.50', 12.5],
  ['a whole amount', '100.00', 100],
  ['an amount with an exponent', '1e3', 1000],
  ['an amount with a point and an exponent', '1.25E+03', '1250.00'],
  ['a small amount', 1.5e-7, '0.00000015'],
  ['a large amount', 1e21, '1000000000000000000000'],
  ['an amount without a whole part', '.50', 0.5],
  ['an amount with nothing behind its point', '82000.', 82_000],
  ['an amount in groups', '82,000.00', 82_000],
  ['an amount in groups with a decimal comma', '82.000,00', 82_000],
  ['an amount in Swiss groups', '82\u2019000.00', "82'000"],
  ['an amount in groups of spaces', '82 000.00', '82\u202F000,00'],
  ['a large amount in groups', '1,082,000', 1_082_000],
  ['an amount in lakhs', '1,25,000', 125_000],
  ['an amount with a decimal comma', '82000,50', '82000.5'],
  ['an amount with one place behind a decimal comma', '82000,0', '82000'],
  ['an amount with three places behind a decimal comma', '82000,000', '82.000,00'],
  ['an amount with its currency', 'EUR 82,000.00', 'EUR 82000'],
  ['an amount with its currency behind it', '82.000,00 EUR', 'eur 82000'],
  ['an amount with its currency beside it', '82000EUR', '82000 EUR'],
  ['an amount with the sign of its currency', '€82,000.00', 'EUR 82000'],
  ['an amount with a currency that has several names', '$ 8.2e4', '82000$'],
  ['a negative amount with its currency', '-€5', '-5.00 EUR'],
  ['a reference that begins as a currency does', 'TOP-2026', 'top 2026'],
  ['a date', '2026-1-11', '2026/01/11'],
  ['digits of another script', '١٢٣٤-۵۶', '1234-56'],
  ['an amount in digits of another script', '८२०००.५०', 82_000.5],
  ['full-width letters', 'ＩＮＶ２０２６', 'INV2026'],
  ['a space that cannot be seen', 'INV\u200b-2026', 'INV-2026'],
  ['a name', 'Müller  GmbH', ' MU\u0308LLER GMBH'],
  ['a member of a list', [{ id: 'INV-2026' }], [{ id: 'inv 2026' }]],
])('[tool-call.repeated.spelling] %s has the same key, however it is written', (_, one, other) => {
  expect(keyOfInvoice(one)).toBe(keyOfInvoice(other));
});

it.each<[string, unknown, unknown]>([
  ['another date', '2026-1-11', '2026-11-1'],
  ['leading zeros', '007', '7'],
  ['leading zeros of a longer number', '00123456', '123456'],
  ['letters', 'INV-2026-A', 'INV-2026-B'],
  ['digits', 'INV-2026-001', 'INV-2026-002'],
  ['a decimal point', '12.50', '1250'],
  ['a decimal point in a text', 'EUR 12.50', 'EUR 1250'],
  ['a decimal comma', '12,50', '1,250'],
  ['a comma that may group or divide', '1,250', '1250'],
  ['lists', '1,25,30', '12530'],
  ['currencies', 'EUR 5', 'USD 5'],
  ['amounts in a currency', 'EUR 1.25', 'EUR 125'],
  ['signs of an amount in a currency', 'EUR -500', 'EUR 500'],
  ['amounts with a comma that may group or divide', 'EUR 1,250', 'EUR 1250'],
  ['texts that begin with an amount', '5 EUR each', '5 EUR'],
  ['exponents', '1.5e-3', '1.5e3'],
  ['exponents of long texts', '1e99998', '1e99999'],
  ['letters that are no exponent', '12e', '12'],
  ['a sign', '-12', '12'],
  ['where short numbers are separated', '1-23', '12-3'],
  ['dates', '1-12-2026', '11-2-2026'],
  ['points in an e-mail address', 'a1.b@c.example', 'a1b@c.example'],
  ['numbers in a sentence', 'Invoice 12 for 3', 'Invoice 1 for 23'],
  ['types', 'true', true],
])('[tool-call.repeated.spelling] different %s have different keys', (_, one, other) => {
  expect(keyOfInvoice(one)).not.toBe(keyOfInvoice(other));
});

it('[limit.loop.nested-names] others have their turn between long values, to which several pointers may lead', () => {
  const pointers = ['/a', '/a/b', '/a/b/c', '/d'];
  const long = { a: { b: { c: 'x'.repeat(100_000) } }, d: 1 };
  const work = effectKey((_, [text = '']) => `${text.length}`, 'thread', patch(pointers), long);
  expect([work.next(), work.next(), work.next(), work.next()].map(({ done }) => done)).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect([...effectKey((_, parts) => parts.join(), 'thread', patch(pointers), { a: 'short' })]).toEqual([]);
});
