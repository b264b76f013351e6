import { Budget } from '#contract/budget.ts';
import { listBudgets as list } from '#store/money/budgets.ts';
import type { Database } from '#store/mongo/database.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

export const listBudgets = listEndpoint({
  operation: 'listBudgets',
  summary: 'List budgets of credits, with the spending of the current period',
  path: '/v1/budgets',
  noun: 'budget',
  role: 'viewer',
  item: Budget,
  read: async ({ db }: { db: Database }, filter, limit, after) => await list(db, filter, limit, after),
  present: (budget) => budget,
});
