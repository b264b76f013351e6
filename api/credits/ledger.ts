import { z } from 'zod';
import { LedgerEntry } from '#contract/credits.ts';
import { defaultPage, pageQuery } from '#contract/pagination.ts';
import { listLedger as list, toLedgerEntry } from '#store/money/ledger.ts';
import { endpoint } from '../routing/endpoint.ts';
import { answerPage } from '../pagination/page.ts';

export const listLedger = endpoint({
  operation: 'listLedger',
  summary: 'List every change of the balance, with what was left after it',
  method: 'get',
  path: '/v1/credits/ledger',
  access: 'management',
  noun: 'entry',
  query: z.strictObject(pageQuery(defaultPage)),
  status: 200,
  data: z.array(LedgerEntry),
  page: defaultPage,
  async handle({ services, caller, query }) {
    const { workspace_id } = caller;
    return await answerPage(
      { cursors: services.cursors, bounds: defaultPage, query, scope: ['ledger', workspace_id] },
      async (limit, after?: number) => await list(services.db, workspace_id, limit, after),
      (lines) => lines.map(toLedgerEntry),
    );
  },
});
