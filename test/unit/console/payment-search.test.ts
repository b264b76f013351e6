import { expect, it } from 'vitest';
import { following } from '#contract/settlement-order.ts';
import { placeOf, readPlace } from '#console/payments/payment-place.ts';
import { readPaymentPageSearch, readPaymentSearch, toQuery } from '#console/pages/payments/payment-search.ts';
import { readPayeeSearch } from '#console/pages/payees/payee-search.ts';

const id = '01a22be2-4f48-72b4-882f-11e450e77314';

it('[console.payments] filters are read from the address, and what it does not know is left out', () => {
  const known = {
    payee: id,
    state: 'returned',
    min_amount: '12.50',
    max_amount: '100',
    subject: 'ada',
    from: '2026-11-01',
    to: '2026-11-02',
  };
  expect(readPaymentSearch({ ...known, currency: ' eur' })).toEqual({ ...known, currency: 'EUR' });
  // The router reads a number as one.
  expect(readPaymentSearch({ min_amount: 1.5, subject: 481 })).toEqual({ min_amount: '1.5', subject: '481' });
  expect(
    readPaymentSearch({
      payee: 'bo',
      state: 'odd',
      currency: 'EURO',
      min_amount: '1e3',
      max_amount: '-1',
      subject: '',
      from: '2026-13-41',
      to: '2026-11-02T10:00Z',
      other: 1,
    }),
  ).toEqual({});
});

it('[console.payments] the last day is part of what is asked for', () => {
  expect(toQuery({ from: '2026-11-01', to: '2026-11-02', min_amount: '0.10' })).toEqual({
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-03T00:00:00.000Z',
    min_amount: '0.10',
  });
  expect(toQuery({})).toEqual({});
});

it('[console.payments] the address names a payment by its call and its time, or none', () => {
  const place = { payment: id, at: '2026-11-02T10:00:00.000Z' };
  expect(readPaymentPageSearch({ ...place, state: 'sent' })).toEqual({ ...place, state: 'sent' });
  expect(placeOf(place)).toEqual(place);
  for (const odd of [{ payment: id }, { ...place, at: 'now' }, { at: place.at }, {}]) {
    expect(readPlace(odd)).toEqual({});
    expect(placeOf(readPlace(odd))).toBeUndefined();
  }
});

it('[console.payees] filters of payees are read from the address', () => {
  expect(readPayeeSearch({ q: ' bo ', status: 'blocked' })).toEqual({ q: 'bo', status: 'blocked' });
  expect(readPayeeSearch({ q: 4405, status: 'odd' })).toEqual({ q: '4405' });
  expect(readPayeeSearch({ q: ' ' })).toEqual({});
});

it('[console.payments] the states that may be reported are those that the service takes', () => {
  expect(following).toEqual({
    sent: ['settled', 'returned', 'failed'],
    unknown: ['settled', 'returned', 'failed'],
    settled: ['returned'],
    returned: [],
    failed: [],
  });
});
