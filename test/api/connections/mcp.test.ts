import { expect, it } from 'vitest';
import type { Connection, ConnectionTest } from '#contract/connection.ts';
import { createConnection, deleteConnection, patchConnection } from '../../support/connections.ts';
import { connectMcp, requestImport } from '../../support/mcp/imports.ts';
import { type McpEra, type McpHost, startMcpHost } from '#tools/dev/stand-ins/mcp-host.ts';
import { verdict } from '../../support/verdict.ts';
import { perTest } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const host = perTest(startMcpHost);
const workspace = perTest(() => service.workspace());
const client = perTest(async () => workspace.client);
const tested = async (id: string) => (await client.post<ConnectionTest>(`/v1/connections/${id}/test`)).data;
const onlyConnection = async () =>
  (await service.db.accounts.findOne({ _id: workspace.id }))?.only_connection?.name;

it('[mcp-connection.create] the type is shown, and stays what it is', async () => {
  const plain = await createConnection(client, { name: 'plain' });
  const mcp = await createConnection(client, { name: 'mcp', type: 'mcp', base_url: host.url });
  expect([plain.type, mcp.type]).toEqual(['http', 'mcp']);
  expect(verdict(await patchConnection(client, mcp.id, { type: 'http' }))).toEqual([422, 'invalid_request']);
  const { data } = await patchConnection(client, mcp.id, { name: 'renamed' });
  expect(data).toMatchObject({ name: 'renamed', type: 'mcp', base_url: host.url });
  expect((await client.get<Connection[]>('/v1/connections')).data.map(({ type }) => type)).toEqual([
    'mcp',
    'http',
  ]);
  const unknown = await client.post('/v1/connections', { ...plain, type: 'soap' });
  expect(verdict(unknown)).toEqual([422, 'invalid_request']);
});

it('[mcp-connection.never-default] [connection.resolution-order] an MCP server is not the only connection of a workspace, and does not hide the one that is', async () => {
  const mcp = await connectMcp(client, host.url);
  expect(await onlyConnection()).toBeUndefined();
  const plain = await createConnection(client, { name: 'plain' });
  expect(await onlyConnection()).toBe('plain');
  await deleteConnection(client, mcp);
  expect(await onlyConnection()).toBe('plain');
  await deleteConnection(client, plain.id);
  expect(await onlyConnection()).toBeUndefined();
});

it.each<[McpEra, string]>([
  ['modern', '2026-07-28'],
  ['legacy', '2025-11-25'],
])(
  '[mcp-connection.test] [connection.test] a server of the %s revision that lists its tools works',
  async (era, protocol_version) => {
    const server = await startMcpHost({ era, tools: [{ name: 'a', inputSchema: {} }, { name: 'b' }] });
    const id = await connectMcp(client, server.url, { auth: { type: 'bearer', token: 's3cret' } });
    expect(await tested(id)).toEqual({
      ok: true,
      mcp: { protocol_version, server: { name: 'scripted', version: '1.2.3' }, tools: 2 },
      duration_ms: expect.any(Number),
    });
    for (const { headers } of server.requests) expect(headers.authorization).toBe('Bearer s3cret');
    await server.stop();
  },
);

it('[mcp-connection.test] a server that calls itself by the secret that it got is not quoted', async () => {
  host.answers['server/discover'] = ({ headers }, reply) => {
    const _meta = {
      'io.modelcontextprotocol/serverInfo': { name: headers.authorization, version: 'x'.repeat(500) },
    };
    const capabilities = { tools: {} };
    reply.result({ supportedVersions: ['2026-07-28'], capabilities, ttlMs: 0, cacheScope: 'private', _meta });
  };
  const id = await connectMcp(client, host.url, { auth: { type: 'bearer', token: 's3cret-token' } });
  const { mcp } = await tested(id);
  expect(mcp?.server?.name).toContain('[redacted]');
  expect(mcp?.server?.version).toHaveLength(200);
  expect(JSON.stringify(mcp)).not.toContain('s3cret-token');
});

it.each([
  ['refuses the credentials', () => (host.answers['server/discover'] = unauthorized), 'host_error'],
  ['refuses to list its tools', () => (host.answers['tools/list'] = unauthorized), 'host_error'],
  ['redirects', () => (host.answers['server/discover'] = redirecting), 'redirect'],
  [
    'does not speak MCP',
    () => (host.answers['server/discover'] = host.answers['initialize'] = nonsense),
    'invalid_response',
  ],
  [
    'has no end of tools',
    () => (host.tools = Array.from({ length: 1001 }, () => ({ name: 'a' }))),
    'too_many_tools',
  ],
] as const)('[mcp-connection.test] a server that %s does not work', async (_, prepare, code) => {
  prepare();
  const { ok, error } = await tested(await connectMcp(client, host.url));
  expect([ok, error?.code]).toEqual([false, code]);
});

it('[mcp-connection.outbound-rules] [outbound.private-addresses] a server in a network that must not be called is not called', async () => {
  const id = await connectMcp(client, 'http://169.254.169.254/mcp');
  expect(await tested(id)).toMatchObject({ ok: false, error: { code: 'blocked_address' } });
  const refused = await requestImport(client, id);
  expect(verdict(refused)).toEqual([422, 'mcp_server_error']);
  expect(refused.error.details).toEqual({ code: 'blocked_address', message: expect.any(String) });
});

type Answer = McpHost['answer'];
const unauthorized: Answer = (_, { response }) => response.writeHead(401).end('who are you?');
const redirecting: Answer = (_, { response }) => response.writeHead(307, { location: '/' }).end();
const nonsense: Answer = (_, { response }) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi</p>');
