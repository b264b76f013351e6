import { Bank, bankFilter } from '#contract/bank.ts';
import { listEndpoint } from '../pagination/list-endpoint.ts';

export const listBanks = listEndpoint({
  operation: 'listBanks',
  summary: 'List the institutions that Identify knows, by name',
  path: '/v1/identify/banks',
  noun: 'bank',
  filters: bankFilter,
  item: Bank,
  read: async ({ identifier }, { country, rail, q }, limit, after) =>
    await identifier.listBanks({ country, rail, q }, limit, after),
  present: (bank) => bank,
});
