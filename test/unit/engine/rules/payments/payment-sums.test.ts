import { expect, it } from 'vitest';
import { PaymentSums } from '#engine/rules/payments/payment-sums.ts';

it('[inbox.totals] amounts are added exactly, by currency, and payees are counted once', () => {
  const sums = new PaymentSums();
  sums.add({ amount: '0.1', currency: 'EUR', payee: 'a' }, 3);
  sums.add({ amount: '9007199254740992', currency: 'EUR', payee: 'b' }, 1);
  sums.add({ amount: '0.0000000000000001', currency: 'EUR', payee: 'a' }, 1);
  sums.add({ amount: '5', currency: 'CHF', payee: 'a' }, 2);
  expect(sums.totals()).toEqual([
    { currency: 'CHF', amount: '10', count: 2, payees: 1 },
    { currency: 'EUR', amount: '9007199254740992.3000000000000001', count: 5, payees: 2 },
  ]);
});
