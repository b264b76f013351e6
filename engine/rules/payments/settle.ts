import { defined } from '#contract/defined.ts';
import type { JsonObject } from '#contract/json.ts';
import { fromJsonText, toJsonText } from '#contract/json-text.ts';
import type { ReportedState, Settlement } from '#contract/sent-payment.ts';
import { following } from '#contract/settlement-order.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { ReservedAmount } from '../../documents/applied-gate.ts';
import type { PaymentDocument } from '../../documents/payment.ts';

/** A payment after it is known what became of it. */
export interface SettledPayment {
  payment: PaymentDocument;
  state: ReportedState;
  /** The amounts that limits no longer count: the money was not spent. */
  givenBack: ReservedAmount[];
}

/**
 * Decides what a report about a payment changes (payment.settlement).
 * @returns undefined if it changes nothing: the payment is in that state already, or in one that ends it
 */
export function settle(
  before: PaymentDocument,
  { state, detail }: { state: ReportedState; detail?: JsonObject | undefined },
  at: Date,
): SettledPayment | undefined {
  if (!following[before.settlement.state].includes(state)) return undefined;
  // Details about a payment of an erased subject are not kept.
  const kept = before.subject_ref === undefined ? undefined : detail;
  const settlement = { state, at, ...defined({ detail: kept && toJsonText(kept) }) };
  if (state === 'settled') return { payment: { ...before, settlement }, state, givenBack: [] };
  const { reserved = [], ...payment } = before;
  return { payment: { ...payment, settlement }, state, givenBack: reserved };
}

/** A settlement as the API and events show it. */
export function toSettlement({ state, at, detail }: PaymentDocument['settlement']): Settlement {
  return { state, at: toTimestamp(at), ...defined({ detail: detail && fromJsonText(detail) }) };
}
