import { defined } from '#contract/defined.ts';
import type { JsonObject } from '#contract/json.ts';
import type { HeldPayment } from '../../documents/held-payment.ts';
import type { PaidBefore } from '../../documents/payee-facts.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The payee of a call as conditions of a policy compare it (payee.facts).
 * @param now days are whole spans of 24 hours until then
 * @returns undefined if the account is malformed
 */
export function payeeFact({ payee, facts }: HeldPayment, now: Date): JsonObject | undefined {
  if (facts === undefined) return undefined;
  const { status, known_name, institution_ids, subject } = facts;
  return {
    ...paid(facts, now),
    known_name,
    status,
    ...defined({ country: payee.country, institution_ids }),
    subject: paid(subject, now),
  };
}

function paid({ payments, first_paid_at, last_paid_at, other_account }: PaidBefore, now: Date): JsonObject {
  const daysSince = (at: Date | undefined) =>
    at && Math.max(0, Math.floor((now.getTime() - at.getTime()) / dayMs));
  return {
    known: payments > 0,
    payments,
    ...defined({ first_paid_days: daysSince(first_paid_at), last_paid_days: daysSince(last_paid_at) }),
    other_account,
  };
}
