import { z } from 'zod';
import { ApiKey } from '#contract/api-key.ts';
import { defaultPage, pageQuery } from '#contract/pagination.ts';
import { listApiKeys as list, toApiKey } from '#store/credentials/api-keys.ts';
import { endpoint } from '../routing/endpoint.ts';
import { answerPage } from '../pagination/page.ts';

export const listApiKeys = endpoint({
  operation: 'listApiKeys',
  summary: 'List API keys, without the keys themselves',
  method: 'get',
  path: '/v1/api-keys',
  access: 'management',
  noun: 'API key',
  query: z.strictObject(pageQuery(defaultPage)),
  status: 200,
  data: z.array(ApiKey),
  page: defaultPage,
  async handle({ services, caller, query }) {
    const { workspace_id } = caller;
    return await answerPage(
      { cursors: services.cursors, bounds: defaultPage, query, scope: ['api-keys', workspace_id] },
      async (limit, after?: string) => await list(services.db, workspace_id, limit, after),
      (documents) => documents.map(toApiKey),
    );
  },
});
