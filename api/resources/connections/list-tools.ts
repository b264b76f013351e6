import { z } from 'zod';
import type { McpClient } from '#adapters/mcp-client/port.ts';
import { defined } from '#contract/defined.ts';
import { invalidField, notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import {
  type ListedTool,
  listedDescriptionLength,
  ListedTools,
  mostImportedTools,
} from '#contract/mcp-tool.ts';
import { truncate } from '#contract/text.ts';
import { type PlannedTool, planImport, type ToolToImport } from '#patches/mcp-tools/plan-import.ts';
import { openConnection } from '#store/connections/connections.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import type { ConcurrencyLimiter } from '../../http/limits/concurrency-limiter.ts';
import { listTools } from './import-tools.ts';

/** Maximum length of shown names of a server, equal to that of a name to import. */
const nameCharacters = 256;

interface ListServices {
  db: Database;
  keyring: Keyring;
  mcpClient: McpClient;
  mcpLimiter: ConcurrencyLimiter;
}

export const listConnectionTools = endpoint({
  operation: 'listConnectionTools',
  summary: 'List the tools of an MCP server, with what an import would propose for each; publishes nothing',
  method: 'get',
  path: '/v1/connections/{id}/tools',
  access: 'management',
  noun: 'connection',
  role: 'maker',
  params: z.object({ id: Uuid }),
  status: 200,
  data: ListedTools,
  errors: ['mcp_server_error', 'invalid_request'],
  async handle({ db, keyring, mcpClient, mcpLimiter }: ListServices, { caller, params, address }) {
    const { workspace_id } = caller;
    const connection = await openConnection(db, keyring, workspace_id, params.id);
    if (connection === null) throw notFound('connection');
    if (connection.type !== 'mcp') throw invalidField('', 'the connection is not of type mcp', 'not_mcp');
    const release = mcpLimiter.admit({ workspaceId: workspace_id, subject: undefined, address });
    try {
      const tools = listed(connection.id, await listTools(mcpClient, workspace_id, connection));
      return { data: { connection_id: connection.id, tools } };
    } finally {
      release();
    }
  },
});

/** Each tool once, planned in as many imports as it takes. */
function listed(connectionId: string, tools: ToolToImport[]): ListedTool[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const names = [...byName.keys()];
  const found: ListedTool[] = [];
  for (let from = 0; from < names.length; from += mostImportedTools) {
    const some = names.slice(from, from + mostImportedTools);
    for (const planned of planImport(connectionId, tools, { tools: some }))
      found.push(toListed(planned, byName.get(planned.name)?.definition['description']));
  }
  return found;
}

function toListed(planned: PlannedTool, description: unknown): ListedTool {
  const shown = typeof description === 'string' ? description : undefined;
  return {
    name: truncate(planned.name, nameCharacters).toWellFormed(),
    ...defined({
      description: shown && truncate(shown, listedDescriptionLength).toWellFormed(),
    }),
    ...('fault' in planned
      ? { error: planned.fault }
      : { key: planned.definition.key, proposed: planned.proposed }),
  };
}
