import { McpSettings } from '#contract/mcp-settings.ts';
import { readMcpSettings } from '#store/grants/settings.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const getMcpSettings = endpoint({
  operation: 'getMcpSettings',
  summary: 'Get how users sign in to authorize MCP clients',
  method: 'get',
  path: '/v1/mcp/settings',
  access: 'management',
  noun: 'settings',
  role: 'viewer',
  status: 200,
  data: McpSettings,
  async handle({ db }: { db: Database }, { caller }) {
    return { data: await readMcpSettings(db, caller.workspace_id) };
  },
});
