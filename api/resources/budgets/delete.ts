import { z } from 'zod';
import { DeletedBudget } from '#contract/budget.ts';
import { notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { deleteBudget as remove } from '#store/money/budgets.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const deleteBudget = endpoint({
  operation: 'deleteBudget',
  summary: 'Delete a budget of credits',
  method: 'delete',
  path: '/v1/budgets/{id}',
  access: 'management',
  noun: 'budget',
  role: 'admin',
  params: z.object({ id: Uuid }),
  status: 200,
  data: DeletedBudget,
  async handle({ db }: { db: Database }, { caller, params }) {
    if (!(await remove(db, caller, params.id))) throw notFound('budget');
    return { data: { id: params.id } };
  },
});
