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
