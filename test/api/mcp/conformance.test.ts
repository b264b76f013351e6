import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMcpService } from '../../support/mcp/mcp-service.ts';
import { perFile } from '../../support/per-file.ts';

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const baseline = fileURLToPath(new URL('../../support/mcp/conformance-baseline.yml', import.meta.url));

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

it('[mcp.server.transport] passes what applies to it of the official conformance suite', async () => {
  const options = ['--url', url, '--suite', 'all', '--expected-failures', baseline];
  const { stdout } = await promisify(execFile)(process.execPath, [suite, 'server', ...options]);
  const passed = [...stdout.matchAll(/^✓ (\S+): ([1-9]\d*) passed, 0 failed$/gm)].map(([, name]) => name);
  expect(passed).toEqual(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']);
});
