import { z } from 'zod';

/** Circumstances of a held payment that are unusual (payment.unusual), in the order in which they are listed. */
export const unusualCodes = [
  'new_payee',
  'account_changed',
  'amount_above_usual',
  'possible_duplicate',
  'unknown_bank',
  'untrusted_account',
] as const;
export type UnusualCode = (typeof unusualCodes)[number];

export const Unusual = z
  .object({
    code: z.enum(unusualCodes).meta({
      id: 'UnusualCode',
      description:
        '`new_payee`: the account was never paid. `account_changed`: and a name like this was paid at another one in the last 180 days. `amount_above_usual`: over 3 times the largest of its last 10 payments in the currency; shown to API keys and in the console. `possible_duplicate`: the subject has paid it the same amount, or with the same reference, in the last 30 days. `unknown_bank`: Identify does not know the bank. `untrusted_account`: only untrusted content named the account.',
    }),
    text: z.string(),
  })
  .meta({ id: 'Unusual' });
export type Unusual = z.infer<typeof Unusual>;
