import { McpGrant } from '#contract/grant.ts';
import { SubjectRef } from '#contract/ids.ts';
import { listGrants, toMcpGrant } from '#store/grants/grants.ts';
import { listEndpoint } from '../pagination/list-endpoint.ts';

export const listMcpGrants = listEndpoint({
  operation: 'listMcpGrants',
  summary: 'List active MCP grants',
  path: '/v1/mcp/grants',
  noun: 'MCP grant',
  filters: { subject: SubjectRef.optional().meta({ description: 'Only the grants of this subject.' }) },
  item: McpGrant,
  read: async ({ db }, filter, limit, after) => await listGrants(db, filter, limit, after),
  present: toMcpGrant,
});
