import { Bank, bankFilter } from '#contract/bank.ts';
import type { Identifier } from '#identify/identifier.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

export const listBanks = listEndpoint({
  operation: 'listBanks',
  summary: 'List the institutions that Identify knows, by name, or search them',
  path: '/v1/identify/banks',
  noun: 'bank',
  role: 'viewer',
  scope: 'identify',
  filters: bankFilter,
  item: Bank,
  read: async ({ identifier }: { identifier: Identifier }, { country, rail, q, id }, limit, after) =>
    await identifier.listBanks({ country, rail, q, id }, limit, after),
  present: (bank) => bank,
});
