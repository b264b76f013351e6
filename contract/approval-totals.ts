import { z } from 'zod';
import { Timestamp } from './timestamp.ts';

/** The held payments of one currency. */
const CurrencyTotal = z
  .object({
    currency: z.string(),
    amount: z.string().meta({ description: 'Their exact sum: a decimal in major units.' }),
    count: z.int().meta({ description: 'How many there are.' }),
    payees: z.int().meta({ description: 'To how many different accounts they go.' }),
  })
  .meta({ id: 'CurrencyTotal' });

/** The held writes that wait for a confirmation, added up (inbox.totals). */
export const ApprovalTotals = z
  .object({
    count: z.int().meta({ description: 'All held writes, with and without a payment.' }),
    payments: z.array(CurrencyTotal).meta({
      description:
        'Those whose patch declares a payment, by currency. A payment whose amount cannot be judged, or is redacted, is in `count` only.',
    }),
    oldest_created_at: Timestamp.optional().meta({
      description: 'Since when the one waits that waits longest. Absent if there are none.',
    }),
  })
  .meta({ id: 'ApprovalTotals' });
export type ApprovalTotals = z.infer<typeof ApprovalTotals>;
