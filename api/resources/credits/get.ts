import { Balance, toCredits } from '#contract/credits.ts';
import { readFunds } from '#store/money/read-funds.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const getCredits = endpoint({
  operation: 'getCredits',
  summary: 'Get the balance of prepaid credits, and how much of it is held for open runs',
  method: 'get',
  path: '/v1/credits',
  access: 'management',
  noun: 'account',
  role: 'viewer',
  status: 200,
  data: Balance,
  async handle({ db }: { db: Database }, { caller }) {
    const { balance, held } = await readFunds(db, caller.workspace_id);
    return { data: { balance: toCredits(balance), held: toCredits(held) } };
  },
});
