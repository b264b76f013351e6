import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMcpService } from '../support/mcp/mcp-service.ts';
import { rpc, sendRaw } from '../support/mcp/raw.ts';
import { perFile } from '../support/per-file.ts';

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));

const mcp = perFile(() => startMcpService({ worker: false }));
let proxy: Server;
let url: string;

/** The suite cannot send a token, so a proxy adds one and passes on everything else as it is, the host included. */
beforeAll(async () => {
  const authorization = `Bearer ${mcp.grant()}`;
  proxy = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const sent = request(mcp.urlOf(), { method, headers: { ...headers, authorization } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(sent);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
});

afterAll(() => {
  proxy.close();
  proxy.closeAllConnections();
});

/**
 * The parts of the suite that pass for a revision, as its release froze it. Failures, with their reasons, are in the
 * baseline.
 */
const revisions = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    'tools-list',
    'resources-list',
    'sep-2164-resource-not-found',
    'dns-rebinding-protection',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
    'http-header-validation',
  ],
};

it.each(Object.entries(revisions))(
  '[mcp.server.transport] passes what applies to it of the official conformance suite of revision %s',
  async (revision, applies) => {
    const baseline = new URL(`../support/mcp/conformance-${revision}.yml`, import.meta.url);
    const options = ['--requirements', revision, '--expected-failures', fileURLToPath(baseline)];
    // It ends with an error if anything fails that is not in the baseline, or passes although it is.
    const { stdout } = await promisify(execFile)(process.execPath, [
      suite,
      'server',
      '--url',
      url,
      ...options,
    ]);
    const passed = [...stdout.matchAll(/^✓ (\S+): ([1-9]\d*) passed, 0 failed$/gm)].map(([, name]) => name);
    expect(passed).toEqual(expect.arrayContaining(applies));
  },
);

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
