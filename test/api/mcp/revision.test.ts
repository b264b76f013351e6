import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { sendCurrent } from '../../support/mcp/current-revision.ts';
import { payment, startMcpService } from '../../support/mcp/mcp-service.ts';
import { rpc, sendRaw } from '../../support/mcp/raw.ts';
import { perFile } from '../../support/per-file.ts';

const mcp = perFile(startMcpService);
const client = () => ({ url: mcp.urlOf(), token: mcp.grant() });

describe('[mcp.server.caching] in the revision 2026-07-28', () => {
  it.each(['server/discover', 'tools/list', 'resources/list', 'resources/templates/list'])(
    '%s says how long it holds, for its grant alone',
    async (method) => {
      const { message } = await sendCurrent(client(), method);
      expect(message.result).toMatchObject({
        resultType: 'complete',
        ttlMs: 3_600_000,
        cacheScope: 'private',
      });
    },
  );

  it('the list of tools is the same each time, as long as its scopes are', async () => {
    const parts = client();
    const [first, second] = [await sendCurrent(parts, 'tools/list'), await sendCurrent(parts, 'tools/list')];
    expect(first.message.result).toEqual(second.message.result);
    const reader = { url: mcp.urlOf(), token: mcp.grant({ scopes: ['read'] }) };
    expect((await sendCurrent(reader, 'tools/list')).message.result?.['tools']).toHaveLength(2);
  });

  it('earlier revisions are told nothing of it', async () => {
    const { message } = await sendRaw(mcp.urlOf(), { token: mcp.grant(), body: rpc('tools/list', {}) });
    expect(message.result).not.toHaveProperty('ttlMs');
    expect(message.result).not.toHaveProperty('resultType');
  });
});

describe('[mcp.server.transport] the standard headers', () => {
  it.each([
    ['another method', { 'mcp-method': 'tools/list' }],
    ['another name', { 'mcp-name': 'confirm' }],
    ['another revision', { 'mcp-protocol-version': '2025-11-25' }],
  ])('that name %s than the body are refused, and nothing is done', async (_, headers) => {
    const calls = mcp.host.calls.length;
    const call = { name: 'send_message', arguments: { message: '/call note {}' } };
    const { status, message } = await sendCurrent({ ...client(), headers }, 'tools/call', call);
    expect([status, message.error?.code]).toEqual([400, -32_020]);
    expect(mcp.host.calls).toHaveLength(calls);
  });

  it('of a revision that does not exist are told which there are', async () => {
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
    const headers = { 'mcp-protocol-version': '2099-01-01' };
    const { status, message } = await sendCurrent({ ...client(), meta, headers }, 'server/discover');
    expect([status, message.error?.code]).toEqual([400, -32_022]);
    expect(JSON.stringify(message.error)).toContain('2026-07-28');
  });
});

describe('[mcp.server.apps] the approval card', () => {
  it('is found by the official client as what shows results of the tools, and loads nothing', async () => {
    const official = new Client({ name: 'official', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const requestInit = { headers: { Authorization: `Bearer ${mcp.grant()}` } };
    await official.connect(new StreamableHTTPClientTransport(new URL(mcp.urlOf()), { requestInit }));
    const { tools } = await official.listTools();
    const uris = new Set(tools.map(({ _meta = {} }) => (_meta['ui'] as { resourceUri: string }).resourceUri));
    expect(uris.size).toBe(1);
    const [uri = ''] = uris;
    const { resources } = await official.listResources();
    expect(resources).toMatchObject([{ uri, mimeType: 'text/html;profile=mcp-app' }]);
    const { contents } = await official.readResource({ uri });
    const [page] = contents as { text: string; mimeType: string; _meta: object }[];
    expect(page).toMatchObject({ mimeType: 'text/html;profile=mcp-app', _meta: { ui: { csp: {} } } });
    expect(page?.text).toMatch(/default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-/);
    expect(page?.text).not.toMatch(/tools\/call|https?:\/\/(?!\/)\w/);
    await official.close();
  });

  it('gets all that is held beside the result, out of sight of the model, and the address of the page', async () => {
    const { message } = await sendCurrent(client(), 'tools/call', {
      name: 'send_message',
      arguments: { message: payment },
    });
    const meta = (message.result?.['_meta'] ?? {}) as Record<string, { lines: string[]; url: string }>;
    const card = meta['heddle/card'];
    expect(card?.lines).toEqual([
      'Held for approval: Pay 5 to bob',
      'Payee: bob',
      expect.stringMatching(/^Connection: host/),
      'Risk: high',
      'All arguments: {"amount":5,"to":"bob"}',
      expect.stringMatching(/^\/amount is said by the user; message: “/),
      expect.stringMatching(/^\/to is said by the user; message: “/),
    ]);
    expect(card?.url).toContain(`/mcp/approvals/${mcp.agent.id}/`);
  });

  it('of a resource that does not exist is an error', async () => {
    const { message } = await sendCurrent(client(), 'resources/read', { uri: 'ui://heddle/other' });
    expect(message.error?.code).toBe(-32_602);
  });
});

describe('[mcp.server.trace-context] a trace context in `_meta`', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01';
  const noting = { name: 'send_message', arguments: { message: '/call note {}\n---\n/say Done' } };

  it('goes on with what the run sends, and comes back with its result', async () => {
    const meta = { traceparent, tracestate: 'a=1, b=2', baggage: 'user=ada' };
    const { message } = await sendCurrent({ ...client(), meta }, 'tools/call', noting);
    expect(message.result?.['_meta']).toMatchObject({ traceparent, tracestate: 'a=1,b=2' });
    const { headers } = mcp.host.calls.at(-1) ?? {};
    expect(headers).toMatchObject({ traceparent, tracestate: 'a=1,b=2' });
    expect(headers).not.toHaveProperty('baggage');
  });

  it.each([`${traceparent}\r\nx-evil: 1`, `${traceparent}, ${traceparent}`, '00-0-0-00'])(
    'that is none reaches no header, and the call is done: %j',
    async (hostile) => {
      const meta = { traceparent: hostile, tracestate: 'a=1' };
      const { text } = await sendCurrent({ ...client(), meta }, 'tools/call', noting);
      expect(text).toContain('Done');
      const { headers } = mcp.host.calls.at(-1) ?? {};
      expect(headers).not.toHaveProperty('traceparent');
      expect(headers).not.toHaveProperty('tracestate');
      expect(headers).not.toHaveProperty('x-evil');
    },
  );

  it('of earlier revisions goes on, too', async () => {
    const body = rpc('tools/call', { ...noting, _meta: { traceparent } });
    await sendRaw(mcp.urlOf(), { token: mcp.grant(), body });
    expect(mcp.host.calls.at(-1)?.headers).toMatchObject({ traceparent });
  });
});
