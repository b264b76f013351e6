import { z } from 'zod';
import { SigningKey } from '#contract/signing-key.ts';
import { defaultPage, pageQuery } from '#contract/pagination.ts';
import { listSigningKeys as list, toSigningKey } from '#store/credentials/signing-keys.ts';
import { endpoint } from '../routing/endpoint.ts';
import { answerPage } from '../pagination/page.ts';

export const listSigningKeys = endpoint({
  operation: 'listSigningKeys',
  summary: 'List signing keys, without their secrets',
  method: 'get',
  path: '/v1/signing-keys',
  access: 'management',
  noun: 'signing key',
  query: z.strictObject(pageQuery(defaultPage)),
  status: 200,
  data: z.array(SigningKey),
  page: defaultPage,
  async handle({ services, caller, query }) {
    const { workspace_id } = caller;
    return await answerPage(
      { cursors: services.cursors, bounds: defaultPage, query, scope: ['signing-keys', workspace_id] },
      async (limit, after?: string) => await list(services.db, workspace_id, limit, after),
      (documents) => documents.map(toSigningKey),
    );
  },
});
