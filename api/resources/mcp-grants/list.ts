import { McpGrant } from '#contract/grant.ts';
import { SubjectRef } from '#contract/ids.ts';
import { listGrants, toMcpGrant } from '#store/grants/grants.ts';
import type { Database } from '#store/mongo/database.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

export const listMcpGrants = listEndpoint({
  operation: 'listMcpGrants',
  summary: 'List active MCP grants',
  path: '/v1/mcp/grants',
  noun: 'MCP grant',
  role: 'viewer',
  filters: { subject: SubjectRef.optional().meta({ description: 'Only the grants of this subject.' }) },
  item: McpGrant,
  read: async ({ db }: { db: Database }, filter, limit, after) => await listGrants(db, filter, limit, after),
  present: toMcpGrant,
});
