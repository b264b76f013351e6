import { Balance, toCredits } from '#contract/credits.ts';
import { readFunds } from '#store/money/read-funds.ts';
import { endpoint } from '../routing/endpoint.ts';

export const getCredits = endpoint({
  operation: 'getCredits',
  summary: 'Get the balance of prepaid credits, and how much of it is held for open runs',
  method: 'get',
  path: '/v1/credits',
  access: 'management',
  noun: 'account',
  status: 200,
  data: Balance,
  async handle({ services, caller }) {
    const { balance, held } = await readFunds(services.db, caller.workspace_id);
    return { data: { balance: toCredits(balance), held: toCredits(held) } };
  },
});
