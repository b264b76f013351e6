import type { PayeeStatus } from '../api/schema.ts';

/** The statuses of payees, in words. */
export const payeeStatuses = {
  open: { text: 'Open', tone: 'neutral' },
  trusted: { text: 'Trusted', tone: 'good' },
  blocked: { text: 'Blocked', tone: 'bad' },
} as const satisfies Record<PayeeStatus, { text: string; tone: string }>;

/** The names of the statuses, in the order in which they are offered. */
export const payeeStatusNames = Object.keys(payeeStatuses) as PayeeStatus[];
