import { McpSettings, NewMcpSettings } from '#contract/mcp-settings.ts';
import { writeMcpSettings } from '#store/grants/settings.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';

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
  proposes: true,
  data: McpSettings,
  async handle({ db }: { db: Database }, call) {
    const { caller, body } = call;
    return await orPropose(
      db,
      call,
      () => ({ operation: 'updateMcpSettings', target: 'mcp', body }),
      async () => ({ data: await writeMcpSettings(db, caller, body) }),
    );
  },
});
