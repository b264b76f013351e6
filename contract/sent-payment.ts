import { z } from 'zod';
import { ShownInstitution } from './approval-check.ts';
import { isExact } from './exact-number.ts';
import { SubjectRef, Uuid } from './ids.ts';
import { boundedJsonObject, deepestJson, FreeJson } from './json.ts';
import { mostParts } from './json-parts.ts';
import { PayeeStatusName } from './payee-status.ts';
import { PaymentAccount } from './payment.ts';
import { Timestamp } from './timestamp.ts';

/** Payments that were sent (payment.list), and what became of them (payment.settlement). */

/** States that a payment may reach after it was sent. */
export const reportedStates = ['settled', 'returned', 'failed'] as const;
export type ReportedState = (typeof reportedStates)[number];

export const paymentStates = ['sent', 'unknown', ...reportedStates] as const;
export type PaymentState = (typeof paymentStates)[number];
export const PaymentStateName = z.enum(paymentStates).meta({
  id: 'PaymentState',
  description:
    '`sent` until it is known what became of it, and `unknown` if nobody knows whether the host has acted. `returned` and `failed` are final.',
});

/** The state of a payment, and since when. */
export const Settlement = z
  .object({
    state: PaymentStateName,
    at: Timestamp.meta({ description: 'Since when.' }),
    detail: FreeJson.optional().meta({
      description: 'As it was reported. Absent if there is none, or the subject was erased.',
    }),
  })
  .meta({ id: 'Settlement' });
export type Settlement = z.infer<typeof Settlement>;

/** Body of `POST /v1/payments/{tool_call_id}/settlement`. */
export const SettlementReport = z
  .strictObject({
    state: z.enum(reportedStates).meta({
      id: 'ReportedState',
      description:
        '`settled`: the payee has the money. `returned`: it came back, perhaps after it had settled. `failed`: it was never made.',
    }),
    detail: boundedJsonObject(
      { depth: deepestJson, characters: 65_536, parts: mostParts },
      'Kept and shown with the settlement, such as the reason that the bank gives.',
    ).optional(),
  })
  .meta({ id: 'SettlementReport' });
export type SettlementReport = z.infer<typeof SettlementReport>;

/** The response to a reported settlement: the one that now stands. */
export const PaymentSettlement = z
  .object({ tool_call_id: Uuid, settlement: Settlement })
  .meta({ id: 'PaymentSettlement' });
export type PaymentSettlement = z.infer<typeof PaymentSettlement>;

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
    settlement: Settlement,
    sent_at: Timestamp.meta({ description: 'When its first attempt was made.' }),
  })
  .meta({ id: 'SentPayment' });
export type SentPayment = z.infer<typeof SentPayment>;
