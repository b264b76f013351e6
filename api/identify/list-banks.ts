import { z } from 'zod';
import { Bank, bankFilter } from '#contract/bank.ts';
import { defaultPage, pageQuery } from '#contract/pagination.ts';
import { endpoint } from '../routing/endpoint.ts';
import { answerPage } from '../pagination/page.ts';

export const listBanks = endpoint({
  operation: 'listBanks',
  summary: 'List the institutions that Identify knows, by name',
  method: 'get',
  path: '/v1/identify/banks',
  access: 'management',
  noun: 'bank',
  query: z.strictObject({ ...pageQuery(defaultPage), ...bankFilter }),
  status: 200,
  data: z.array(Bank),
  page: defaultPage,
  async handle({ services: { identifier, cursors }, caller, query }) {
    const { country, rail, q } = query;
    return await answerPage(
      {
        cursors,
        bounds: defaultPage,
        query,
        scope: ['banks', caller.workspace_id, country, rail, q],
      },
      async (limit, after?: string) => identifier.listBanks({ country, rail, q }, limit, after),
      (banks) => banks,
    );
  },
});
