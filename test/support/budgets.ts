import type { Budget } from '#contract/budget.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';

/** Makes or changes a budget. */
export async function putBudget(client: ApiClient, budget: object): Promise<ApiAnswer<Budget>> {
  return await client.send('PUT', '/v1/budgets', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(budget),
  });
}

/** The budgets of a workspace, newest first. */
export async function budgetsOf(client: ApiClient): Promise<Budget[]> {
  return (await client.get<Budget[]>('/v1/budgets')).data;
}
