import { z } from 'zod';
import { McpError } from '#adapters/mcp-client/errors.ts';
import type { McpClient } from '#adapters/mcp-client/port.ts';
import { invalidField, notFound, ServiceError } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { ImportedTools, ToolImport } from '#contract/mcp-tool.ts';
import type { ToolToImport } from '#patches/mcp-tools/plan-import.ts';
import type { SchemaPool } from '#patches/schemas/schema-pool.ts';
import type { OpenConnection } from '#engine/rules/call-connection.ts';
import { openConnection } from '#store/connections/connections.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { toImportable, withMcpSession } from './mcp-session.ts';
import { publishTools } from './publish-tools.ts';
import type { ConcurrencyLimiter } from '../../http/limits/concurrency-limiter.ts';

/** How long a server may take to list its tools. */
const listMs = 15_000;

interface ImportServices {
  db: Database;
  keyring: Keyring;
  mcpClient: McpClient;
  /** Requests that wait for an MCP server in this process. */
  mcpLimiter: ConcurrencyLimiter;
  schemas: SchemaPool;
}

export const importTools = endpoint({
  operation: 'importTools',
  summary: 'Publish the tools of an MCP server as patches; a tool that has not changed keeps its version',
  method: 'post',
  path: '/v1/connections/{id}/import-tools',
  access: 'management',
  noun: 'connection',
  role: 'maker',
  params: z.object({ id: Uuid }),
  body: ToolImport,
  manyValues: true,
  optionalBody: true,
  status: 200,
  data: ImportedTools,
  errors: ['mcp_server_error'],
  async handle(
    { db, keyring, mcpClient, mcpLimiter, schemas }: ImportServices,
    { caller, params, body, address },
  ) {
    const { workspace_id } = caller;
    const connection = await openConnection(db, keyring, workspace_id, params.id);
    if (connection === null) throw notFound('connection');
    if (connection.type !== 'mcp') throw invalidField('', 'the connection is not of type mcp', 'not_mcp');
    const release = mcpLimiter.admit({ workspaceId: workspace_id, subject: undefined, address });
    try {
      const listed = await listTools(mcpClient, workspace_id, connection);
      return {
        data: {
          connection_id: connection.id,
          tools: await publishTools({ db, schemas }, caller, {
            connectionId: connection.id,
            listed,
            body,
          }),
        },
      };
    } finally {
      release();
    }
  },
});

/**
 * The tools that the server of a connection lists.
 * @throws {ServiceError} `mcp_server_error`
 */
export async function listTools(
  client: McpClient,
  workspaceId: string,
  connection: OpenConnection,
): Promise<ToolToImport[]> {
  try {
    return await withMcpSession(client, workspaceId, connection, {
      timeoutMs: listMs,
      work: async (session) => await toImportable(await session.listTools(), connection),
    });
  } catch (error) {
    if (!(error instanceof McpError)) throw error;
    const { code, message } = error;
    throw new ServiceError('mcp_server_error', message, { details: { code, message }, cause: error });
  }
}
