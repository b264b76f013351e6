import { z } from 'zod';
import { ShownInstitution } from './approval-check.ts';
import { Uuid } from './ids.ts';
import { IdentifyRequest } from './identify.ts';
import { PayeeStatusName } from './payee-status.ts';
import { PaymentAccount } from './payment.ts';
import { text } from './text.ts';
import { Timestamp } from './timestamp.ts';

/** Payees: the accounts that payments named, and what was paid to them (payee.*). */

const note = text({ min: 1, max: 1000, trimmed: true }).meta({
  description: 'For people. Models do not see it.',
});

const PayeeName = z
  .object({
    name: z.string(),
    first_used_at: Timestamp.optional().meta({
      description: 'When a payment first used it. Absent if none did.',
    }),
    last_used_at: Timestamp.optional(),
  })
  .meta({ id: 'PayeeName' });

/** An exact sum in one currency. */
const PaidTotal = z
  .object({ currency: z.string(), amount: z.string().meta({ description: 'A decimal in major units.' }) })
  .meta({ id: 'PaidTotal' });

/** An account, by all its references: an IBAN and its sort code and number are one payee. */
export const Payee = z
  .object({
    id: Uuid,
    account: PaymentAccount,
    institution: ShownInstitution.optional().meta({ description: 'The bank of the account.' }),
    country: z.string().optional().meta({ description: 'Of the institution.' }),
    names: z
      .array(PayeeName)
      .meta({ description: 'The names of the payee, the last used first; at most 100.' }),
    first_paid_at: Timestamp.optional().meta({ description: 'Absent if nothing was paid.' }),
    last_paid_at: Timestamp.optional(),
    payments: z.int().meta({
      description:
        'How many payments were sent. Those of an unknown outcome, and returned and failed ones, are not counted.',
    }),
    totals: z.array(PaidTotal).meta({ description: 'The exact sums of these payments, by currency.' }),
    status: PayeeStatusName,
    note: z.string().optional(),
    created_at: Timestamp,
  })
  .meta({ id: 'Payee' });
export type Payee = z.infer<typeof Payee>;

/** Body of `POST /v1/payees`. */
export const NewPayee = z
  .strictObject({
    account: IdentifyRequest.meta({ description: 'By the fields of `POST /v1/identify`.' }),
    names: z
      .array(text({ min: 1, max: 200, trimmed: true }))
      .max(20)
      .optional()
      .meta({ description: 'Names of the payee. Default: those that payments use.' }),
    status: PayeeStatusName.optional().meta({ description: 'Default: `open`.' }),
    note: note.optional(),
  })
  .meta({ id: 'NewPayee' });
export type NewPayee = z.infer<typeof NewPayee>;

/** Body of `PATCH /v1/payees/{id}`. Absent fields stay as they are. */
export const PayeeChange = z
  .strictObject({
    status: PayeeStatusName.optional(),
    note: note.nullable().optional().meta({ description: 'null removes it.' }),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'must change something')
  .meta({ id: 'PayeeChange' });
export type PayeeChange = z.infer<typeof PayeeChange>;

export const DeletedPayee = z.object({ id: Uuid }).meta({ id: 'DeletedPayee' });
