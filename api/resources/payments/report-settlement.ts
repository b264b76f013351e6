import { z } from 'zod';
import { Uuid } from '#contract/ids.ts';
import { PaymentSettlement, SettlementReport } from '#contract/sent-payment.ts';
import type { Database } from '#store/mongo/database.ts';
import { settlePayment } from '#store/payees/settlements.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const reportSettlement = endpoint({
  operation: 'reportSettlement',
  summary: 'Report that a payment was settled, came back, or was never made; what is final stays so',
  method: 'post',
  path: '/v1/payments/{tool_call_id}/settlement',
  access: 'management',
  noun: 'payment',
  role: 'admin',
  params: z.object({ tool_call_id: Uuid }),
  body: SettlementReport,
  manyValues: true,
  status: 200,
  data: PaymentSettlement,
  errors: ['call_not_executed'],
  async handle({ db }: { db: Database }, { caller, params, body }) {
    return { data: await settlePayment(db, caller, params.tool_call_id, body) };
  },
});
