import type { PaymentState } from '../api/schema.ts';

/** The states of payments, in words. */
export const paymentStates = {
  sent: { text: 'Sent', tone: 'accent' },
  unknown: { text: 'Outcome unknown', tone: 'warn' },
  settled: { text: 'Settled', tone: 'good' },
  returned: { text: 'Returned', tone: 'warn' },
  failed: { text: 'Failed', tone: 'bad' },
} as const satisfies Record<PaymentState, { text: string; tone: string }>;

/** The names of the states, in the order in which they follow each other. */
export const paymentStateNames = Object.keys(paymentStates) as PaymentState[];
