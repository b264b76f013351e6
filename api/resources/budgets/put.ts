import { Budget, NewBudget } from '#contract/budget.ts';
import { putBudget as put, withSpent } from '#store/money/budgets.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const putBudget = endpoint({
  operation: 'putBudget',
  summary: 'Create or change a budget of credits',
  method: 'put',
  path: '/v1/budgets',
  access: 'management',
  noun: 'budget',
  role: 'admin',
  body: NewBudget,
  status: 201,
  otherStatus: { status: 200, description: 'The scope had such a budget, and it is changed.' },
  data: Budget,
  async handle({ db }: { db: Database }, { caller, body }) {
    const { budget, made } = await put(db, caller, body);
    const [data] = await withSpent(db, [budget]);
    if (data === undefined) throw new Error('a budget was not shown');
    return made ? { data } : { data, status: 200 };
  },
});
