import { z } from 'zod';
import { ShownInstitution } from './approval-check.ts';
import { isExact } from './exact-number.ts';
import { SubjectRef, Uuid } from './ids.ts';
import { PayeeStatusName } from './payee-status.ts';
import { PaymentAccount } from './payment.ts';
import { Timestamp } from './timestamp.ts';

/** Payments that were sent (payment.list). */

export const paymentStates = ['sent', 'unknown'] as const;
export type PaymentState = (typeof paymentStates)[number];
export const PaymentStateName = z.enum(paymentStates).meta({
  id: 'PaymentState',
  description: '`unknown` if nobody knows whether the host has acted.',
});

/** An amount in a query, in major units: a decimal that a double holds exactly. */
export const PaymentAmount = z
  .string()
  .regex(/^\d{1,300}(?:\.\d{1,300})?$/, 'must be a decimal that is not negative')
  .refine(isExact, 'has too many digits')
  .transform(Number);

/** A payment that was sent, or may have been. */
export const SentPayment = z
  .object({
    tool_call_id: Uuid,
    run_id: Uuid,
    thread_id: Uuid,
    subject_ref: SubjectRef.optional().meta({ description: 'Absent if the run had none, or it was erased.' }),
    patch_ref: z.string(),
    amount: z.string().optional().meta({
      description:
        'A decimal in major units. Absent if the arguments have none that can be judged, or the patch redacts it.',
    }),
    currency: z.string().optional(),
    reference: z
      .string()
      .optional()
      .meta({ description: 'Absent if there is none, or the subject was erased.' }),
    payee: z
      .object({
        id: Uuid.optional().meta({
          description: 'Absent if the arguments named no account, or the payee was deleted.',
        }),
        name: z.string().optional().meta({ description: 'As the arguments had it.' }),
        account: PaymentAccount.optional().meta({ description: 'Absent without `id`, like the following.' }),
        institution: ShownInstitution.optional().meta({ description: 'The bank of the account.' }),
        country: z.string().optional().meta({ description: 'Of the institution.' }),
        status: PayeeStatusName.optional().meta({ description: 'As it is now.' }),
      })
      .meta({ id: 'PaidPayee' }),
    status: z.enum(['ok', 'outcome_unknown']).meta({ id: 'SentPaymentStatus' }),
    settlement: z.object({ state: PaymentStateName, at: Timestamp }).meta({ id: 'Settlement' }),
    sent_at: Timestamp.meta({ description: 'When its first attempt was made.' }),
  })
  .meta({ id: 'SentPayment' });
export type SentPayment = z.infer<typeof SentPayment>;
