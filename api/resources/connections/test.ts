import { z } from 'zod';
import { McpError } from '#adapters/mcp-client/errors.ts';
import type { McpClient, McpSession } from '#adapters/mcp-client/port.ts';
import { OutboundError } from '#adapters/outbound-http/errors.ts';
import type { OutboundHttp } from '#adapters/outbound-http/port.ts';
import { ConnectionTest } from '#contract/connection.ts';
import { notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { truncate } from '#contract/text.ts';
import type { OpenConnection } from '#engine/rules/call-connection.ts';
import { openConnection } from '#store/connections/connections.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { hideSecrets, withMcpSession } from './mcp-session.ts';
import type { ConcurrencyLimiter } from '../../http/limits/concurrency-limiter.ts';

const timeoutMs = 10_000;
/** Maximum length of a server's shown name. */
const nameCharacters = 200;

type Result = Omit<ConnectionTest, 'duration_ms'>;

interface TestServices {
  db: Database;
  keyring: Keyring;
  outboundHttp: OutboundHttp;
  mcpClient: McpClient;
  /** Requests that wait for an MCP server in this process. */
  mcpLimiter: ConcurrencyLimiter;
}

export const testConnection = endpoint({
  operation: 'testConnection',
  summary:
    'Test a connection: GET its base URL with its headers, or list the tools of an MCP server, and report the result',
  method: 'post',
  path: '/v1/connections/{id}/test',
  access: 'management',
  noun: 'connection',
  role: 'maker',
  params: z.object({ id: Uuid }),
  status: 200,
  data: ConnectionTest,
  async handle(
    { db, keyring, outboundHttp, mcpClient, mcpLimiter }: TestServices,
    { caller, params, address },
  ) {
    const { workspace_id } = caller;
    const connection = await openConnection(db, keyring, workspace_id, params.id);
    if (connection === null) throw notFound('connection');
    const startedAt = performance.now();
    const timed = (result: Result) => ({
      data: { ...result, duration_ms: Math.round(performance.now() - startedAt) },
    });
    if (connection.type === 'http') return timed(await tryHost(outboundHttp, workspace_id, connection));
    const release = mcpLimiter.admit({ workspaceId: workspace_id, subject: undefined, address });
    try {
      return timed(await tryMcpServer(mcpClient, workspace_id, connection));
    } finally {
      release();
    }
  },
});

/** Any response shows that the host is reachable, even if it refuses the credentials. Its status is reported. */
async function tryHost(
  outboundHttp: OutboundHttp,
  workspaceId: string,
  { base_url, headers }: OpenConnection,
): Promise<Result> {
  try {
    const { status } = await outboundHttp.send({
      workspaceId,
      method: 'GET',
      url: base_url,
      headers,
      timeoutMs,
    });
    return { ok: true, status };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { ok: false, error: { code: error.code, message: error.message } };
  }
}

/** A server works if it lists its tools, which shows that it accepts the credentials, too. */
async function tryMcpServer(
  client: McpClient,
  workspaceId: string,
  connection: OpenConnection,
): Promise<Result> {
  try {
    return await withMcpSession(client, workspaceId, connection, {
      timeoutMs,
      work: async (session) => {
        const tools = (await session.listTools()).length;
        const { protocolVersion: protocol_version } = session;
        return { ok: true, mcp: { protocol_version, ...(await shownServer(session, connection)), tools } };
      },
    });
  } catch (error) {
    if (!(error instanceof McpError)) throw error;
    return { ok: false, error: { code: error.code, message: error.message } };
  }
}

/** The server's own name and version. */
async function shownServer({ server }: McpSession, { headers }: OpenConnection) {
  if (server === undefined) return {};
  const [name, version] = await Promise.all(
    [server.name, server.version].map(async (text) => {
      const hidden = await hideSecrets(text, headers);
      return truncate(typeof hidden === 'string' ? hidden : '', nameCharacters).toWellFormed();
    }),
  );
  return { server: { name: name ?? '', version: version ?? '' } };
}
