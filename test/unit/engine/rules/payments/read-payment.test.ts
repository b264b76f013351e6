import { expect, it } from 'vitest';
import type { PaymentDeclaration } from '#contract/payment.ts';
import { readPayment } from '#engine/rules/payments/read-payment.ts';

const declared = (parts: Partial<PaymentDeclaration> = {}): PaymentDeclaration => ({
  amount: '/sum/value',
  currency: '/currency',
  payee: { account: { iban: '/iban' } },
  ...parts,
});
const args = (value: unknown, currency: unknown = 'EUR') => ({ sum: { value }, currency });

it.each([
  [12.5, '12.5'],
  ['12.50', '12.5'],
  ['0012.50', '12.5'],
  ['1e3', '1000'],
  [0, '0'],
  ['-0.00', '0'],
  ['00', '0'],
  ['1e-2', '0.01'],
  [1e21, '1000000000000000000000'],
  ['0.1', '0.1'],
  [99_999_999_999.99, '99999999999.99'],
  ['123456789012345.67', '123456789012345.67'],
])('[payment.read] %j is %s in major units', (value, amount) => {
  expect(readPayment(declared(), args(value))).toEqual({ amount, currency: 'EUR' });
});

it.each([
  ['EUR', 1250, '12.5'],
  ['EUR', '1', '0.01'],
  ['JPY', 1250, '1250'],
  ['JPY', '1250.5', '1250.5'],
  ['KWD', 1250, '1.25'],
  ['KWD', '1', '0.001'],
  ['EUR', '1e3', '10'],
  ['IQD', '1250', '1.25'],
  ['CLF', 12_500, '1.25'],
  ['eur', 5, '0.05'],
])('[payment.read] in minor units of %s, %j is %s', (currency, value, amount) => {
  const read = readPayment(declared({ unit: 'minor' }), args(value, currency));
  expect(read).toEqual({ amount, currency: currency.toUpperCase() });
});

it.each([
  ['is missing', undefined, '/sum/value is not an amount'],
  ['is null', null, '/sum/value is not an amount'],
  ['is a text', 'ten', '/sum/value is not an amount'],
  ['is hexadecimal', '0x10', '/sum/value is not an amount'],
  ['has a comma', '12,50', '/sum/value is not an amount'],
  ['has thousands', '1.250,00', '/sum/value is not an amount'],
  ['is no number', 'NaN', '/sum/value is not an amount'],
  ['is no number, as a number', Number.NaN, '/sum/value is not an amount'],
  ['is infinite', Number.POSITIVE_INFINITY, '/sum/value is not an amount'],
  ['is infinite, as a text', '-Infinity', '/sum/value is not an amount'],
  ['has white space', ' 1', '/sum/value is not an amount'],
  ['has a plus', '+1', '/sum/value is not an amount'],
  ['is empty', '', '/sum/value is not an amount'],
  ['has other digits', '١٢', '/sum/value is not an amount'],
  ['has ten thousand digits', '9'.repeat(10_000), '/sum/value is not an amount'],
  ['has ten thousand zeros', `1${'0'.repeat(10_000)}`, '/sum/value is not an amount'],
  ['has an exponent of ten thousand', '1e10000', '/sum/value is not an amount'],
  ['is below any double', '1e-400', '/sum/value has too many digits'],
  ['is negative, as a whole', '-1', '/sum/value is negative'],
  ['is a list', [1], '/sum/value is not an amount'],
  ['is negative', '-0.01', '/sum/value is negative'],
  ['has more digits than a double', '2512292042121000001', '/sum/value has too many digits'],
  ['has more decimals than a double', '0.1234567890123456789', '/sum/value has too many digits'],
  ['is larger than any double', '1e400', '/sum/value has too many digits'],
])('[payment.read] an amount that %s cannot be judged', (_, value, fault) => {
  expect(readPayment(declared(), args(value))).toEqual({ currency: 'EUR', fault });
});

it('[payment.read] a currency may be the same for all calls, and an unknown one cannot be judged', () => {
  const constant = declared({ currency: { constant: 'CHF' } });
  expect(readPayment(constant, args(1))).toEqual({ amount: '1', currency: 'CHF' });
  expect(readPayment(declared(), args(1, 'E'))).toEqual({ fault: '/currency is not a currency' });
  expect(readPayment(declared(), { sum: { value: 1 } })).toEqual({ fault: '/currency is not a currency' });
  // Nobody knows the minor unit of a currency that ISO 4217 does not have.
  expect(readPayment(declared({ unit: 'minor' }), args(1, 'USDT'))).toEqual({
    currency: 'USDT',
    fault: 'USDT has no minor unit by ISO 4217',
  });
});
