import { McpSettings, NewMcpSettings } from '#contract/mcp-settings.ts';
import { writeMcpSettings } from '#store/grants/settings.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const updateMcpSettings = endpoint({
  operation: 'updateMcpSettings',
  summary: 'Set how users sign in to authorize MCP clients',
  method: 'put',
  path: '/v1/mcp/settings',
  access: 'management',
  noun: 'settings',
  role: 'admin',
  body: NewMcpSettings,
  status: 200,
  data: McpSettings,
  async handle({ db }: { db: Database }, { caller, body }) {
    return { data: await writeMcpSettings(db, caller, body) };
  },
});
