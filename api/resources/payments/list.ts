import { CurrencyCode } from '#contract/currency.ts';
import { SubjectRef, Uuid } from '#contract/ids.ts';
import { PaymentAmount, PaymentStateName, SentPayment } from '#contract/sent-payment.ts';
import { periodFields } from '#contract/usage.ts';
import type { Database } from '#store/mongo/database.ts';
import { listPayments as list, toSentPayment } from '#store/payees/payments.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

export const listPayments = listEndpoint({
  operation: 'listPayments',
  summary: 'List the payments that were sent or may have been, newest first',
  path: '/v1/payments',
  noun: 'payment',
  role: 'viewer',
  filters: {
    payee: Uuid.optional().meta({ description: 'The id of a payee.' }),
    min_amount: PaymentAmount.optional().meta({ description: 'The minimum amount, in major units.' }),
    max_amount: PaymentAmount.optional().meta({ description: 'The maximum amount, in major units.' }),
    currency: CurrencyCode.optional(),
    state: PaymentStateName.optional(),
    subject: SubjectRef.optional(),
    ...periodFields({ from: 'Sent at or after this time.', to: 'Sent before this time.' }),
  },
  item: SentPayment,
  read: async ({ db }: { db: Database }, filter, limit, after) => await list(db, filter, limit, after),
  present: toSentPayment,
});
