import type { PaymentState, ReportedState } from '../api/schema.ts';

/** The states that may be reported of a payment, by its state. What came back, or was never made, stays so. */
export const following: Readonly<Record<PaymentState, readonly ReportedState[]>> = {
  sent: ['settled', 'returned', 'failed'],
  unknown: ['settled', 'returned', 'failed'],
  settled: ['returned'],
  returned: [],
  failed: [],
};
