import { expect, onTestFinished, test } from 'vitest';
import { createMcpClient } from '#adapters/mcp-client/mcp-client.ts';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import { startEchoHost } from '#dev/echo-host.ts';

test('the echo host answers with what it got', async () => {
  const host = await startEchoHost(0);
  onTestFinished(() => host.stop());
  const response = await fetch(`${host.url}/payments/7?dry=yes`, {
    method: 'PUT',
    headers: { 'idempotency-key': 'abc', 'content-type': 'application/json' },
    body: '{"amount":12}',
  });
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toMatchObject({
    method: 'PUT',
    path: '/payments/7',
    query: { dry: 'yes' },
    headers: { 'idempotency-key': 'abc' },
    body: { amount: 12 },
  });
});

test.for([
  ['', null],
  ['plain text', 'plain text'],
])('the body %j is echoed as %j', async ([body, echoed]) => {
  const host = await startEchoHost(0);
  onTestFinished(() => host.stop());
  const response = await fetch(host.url, { method: 'POST', body: body ?? '' });
  expect(await response.json()).toMatchObject({ body: echoed });
});

test.for([
  ['find_invoice', 'INV-1', { id: 'INV-1', customer: 'Bo', amount: 120.5, currency: 'EUR' }],
  ['void_invoice', 'INV-2', { id: 'INV-2', voided: true }],
  ['void_invoice', 'INV-9', undefined],
] as const)('it is an MCP server under /mcp: %s of %s', async ([name, id, found]) => {
  const host = await startEchoHost(0);
  onTestFinished(() => host.stop());
  const until = new Date(Date.now() + 120_000);
  const client = createMcpClient(createOutboundHttp({ allowPrivateAddresses: ['loopback'] }));
  const session = await client.connect({ workspaceId: 'w', url: `${host.url}/mcp`, headers: {} }, { until });
  const call = { name, inputSchema: {}, args: { id }, idempotencyKey: 'k', headers: {}, until };
  const { isError = false, structuredContent } = await session.callTool(call);
  expect([isError, structuredContent]).toEqual([found === undefined, found]);
  session.close();
});
