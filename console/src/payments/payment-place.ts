import { textOf } from '../text/query-string.ts';

/** Where a payment is found: its call, and the time at which it was sent. */
export interface PaymentPlace {
  payment: string;
  at: string;
}

/** The payment that an address shows in full. Empty if it shows none. */
export type ShownPlace = Partial<PaymentPlace>;

/** Reads from the query string of a page which payment it shows in full. */
export function readPlace(search: Record<string, unknown>): ShownPlace {
  const payment = textOf(search['payment']);
  const at = textOf(search['at']);
  const isNamed = payment !== undefined && at !== undefined && !Number.isNaN(Date.parse(at));
  return isNamed ? { payment, at } : {};
}

/** The place that an address names. Undefined if it names none. */
export function placeOf({ payment, at }: ShownPlace): PaymentPlace | undefined {
  return payment === undefined || at === undefined ? undefined : { payment, at };
}
