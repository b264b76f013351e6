import { expect, it } from 'vitest';
import type { HeldPayment } from '#engine/documents/held-payment.ts';
import { payeeFact } from '#engine/rules/payments/payee-fact.ts';

const now = new Date('2026-11-30T12:00:00Z');
const hoursBefore = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const nothing = { payments: 0, other_account: false };

const payment = (facts?: HeldPayment['facts']): HeldPayment => ({
  declared: { amount: '/amount', currency: { constant: 'EUR' }, payee: { account: { iban: '/iban' } } },
  payee: { account: { result: 'identified' }, named: 'blind', country: 'DE' },
  ...(facts === undefined ? {} : { facts }),
});

it('[payee.facts] days are whole spans of 24 hours, and a clock that is behind makes none negative', () => {
  const facts = {
    payments: 2,
    first_paid_at: hoursBefore(47.9),
    last_paid_at: hoursBefore(-1),
    other_account: true,
    known_name: true,
    status: 'trusted' as const,
    institution_ids: ['new', 'old'],
    subject: {
      payments: 1,
      first_paid_at: hoursBefore(24),
      last_paid_at: hoursBefore(24),
      other_account: false,
    },
  };
  expect(payeeFact(payment(facts), now)).toEqual({
    known: true,
    payments: 2,
    first_paid_days: 1,
    last_paid_days: 0,
    other_account: true,
    known_name: true,
    status: 'trusted',
    country: 'DE',
    institution_ids: ['new', 'old'],
    subject: { known: true, payments: 1, first_paid_days: 1, last_paid_days: 1, other_account: false },
  });
});

it('[payee.facts] a payee that was never paid has no days, and a malformed account no facts', () => {
  const facts = { ...nothing, status: 'open' as const, known_name: false, subject: nothing };
  const fact = payeeFact(payment(facts), now);
  expect(fact).toMatchObject({ known: false, payments: 0, subject: { known: false } });
  expect(fact).not.toHaveProperty('first_paid_days');
  expect(payeeFact(payment(), now)).toBeUndefined();
});
