import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { startMcpService } from '../../support/mcp/mcp-service.ts';
import { rpc, sendRaw } from '../../support/mcp/raw.ts';
import { perFile } from '../../support/per-file.ts';

const mcp = perFile(() => startMcpService({ worker: false }));
const notifications = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ['file:///a'],
};

it('[mcp.server.listen] the official client subscribes to nothing, is told that the subscription is over, and goes on', async () => {
  const client = new Client({ name: 'official', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { Authorization: `Bearer ${mcp.grant()}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp.urlOf()), { requestInit }));
  const subscription = await client.listen(notifications);
  expect(subscription.honoredFilter).toEqual({});
  expect(await subscription.closed).toBe('graceful');
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  await client.close();
});

it('[mcp.server.listen] nothing stays open, however many a client wants to open, and a malformed subscription is told', async () => {
  const send = async (params: Record<string, unknown>) =>
    await sendRaw(mcp.urlOf(), {
      token: mcp.grant(),
      body: rpc('subscriptions/listen', {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      }),
      headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    });
  // Each of these answers is complete: the connection would otherwise stay open.
  const answers = await Promise.all(Array.from({ length: 20 }, async () => await send({ notifications })));
  for (const { status, text } of answers) {
    expect([status, text.match(/"method":"notifications\/subscriptions\/acknowledged"/g)]).toEqual([
      200,
      [expect.any(String)],
    ]);
    expect(text).toContain('"resultType":"complete"');
  }
  expect((await send({})).message.error?.code).toBe(-32602);
});

it('[mcp.server.listen] a revision that does not have the method answers that there is none', async () => {
  const body = rpc('subscriptions/listen', { notifications });
  const { message } = await sendRaw(mcp.urlOf(), { token: mcp.grant(), body });
  expect(message.error?.code).toBe(-32601);
});
