import { api } from '../../api/client.ts';
import { listQuery } from '../../api/list-query.ts';
import type { Budget } from '../../api/schema.ts';

/** The budgets, read again while they are on the screen: what is spent changes with every turn of a model. */
export const budgetsQuery = listQuery<Budget>({
  queryKey: ['budgets'],
  refetchMs: 10_000,
  load: (cursor, signal) =>
    api.GET('/v1/budgets', { params: { query: { ...(cursor && { cursor }) } }, signal }),
});
