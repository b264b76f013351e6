import { z } from 'zod';
import { Connection } from '#contract/connection.ts';
import { defaultPage, pageQuery } from '#contract/pagination.ts';
import { listConnections as list, toConnection } from '#store/connections/connections.ts';
import { endpoint } from '../routing/endpoint.ts';
import { answerPage } from '../pagination/page.ts';

export const listConnections = endpoint({
  operation: 'listConnections',
  summary: 'List connections',
  method: 'get',
  path: '/v1/connections',
  access: 'management',
  noun: 'connection',
  query: z.strictObject(pageQuery(defaultPage)),
  status: 200,
  data: z.array(Connection),
  page: defaultPage,
  async handle({ services, caller, query }) {
    const { workspace_id } = caller;
    return await answerPage(
      { cursors: services.cursors, bounds: defaultPage, query, scope: ['connections', workspace_id] },
      async (limit, after?: string) => await list(services.db, workspace_id, limit, after),
      (connections) => connections.map(toConnection),
    );
  },
});
