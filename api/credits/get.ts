import { Balance, toCredits } from '#contract/credits.ts';
import { readBalance } from '#store/accounts.ts';
import { endpoint } from '../endpoint.ts';

export const getCredits = endpoint({
  operation: 'getCredits',
  summary: 'Get what is left of the prepaid credits',
  method: 'get',
  path: '/v1/credits',
  access: 'management',
  noun: 'account',
  status: 200,
  data: Balance,
  async handle({ services, caller }) {
    return { data: { balance: toCredits(await readBalance(services.db, caller.workspace_id)) } };
  },
});
