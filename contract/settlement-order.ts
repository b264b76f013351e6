import type { PaymentState, ReportedState } from './sent-payment.ts';

/** The states that may follow each state of a payment. One that came back, or was never made, stays so. */
export const following: Readonly<Record<PaymentState, readonly ReportedState[]>> = {
  sent: ['settled', 'returned', 'failed'],
  unknown: ['settled', 'returned', 'failed'],
  settled: ['returned'],
  returned: [],
  failed: [],
};
