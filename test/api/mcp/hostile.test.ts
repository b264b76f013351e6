import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { CountedLimiter } from '../../support/mcp/counted-limiter.ts';
import { startMcpService } from '../../support/mcp/mcp-service.ts';
import { rpc, sendRaw } from '../../support/mcp/raw.ts';
import { perFile } from '../../support/per-file.ts';

const toolLimiter = new CountedLimiter('tool calls that wait', { subject: 2, workspace: 3, address: 100 });
const mcp = perFile(() =>
  startMcpService({ services: { toolLimiter }, corsOrigins: ['https://app.example'] }),
);
let token: string;
beforeAll(() => {
  token = mcp.grant();
});

const send = async (body: unknown, headers: Record<string, string> = {}) =>
  await sendRaw(mcp.urlOf(), { token, body, headers });
const message = (args: object) =>
  rpc('tools/call', { name: 'send_message', arguments: { message: 'Hello', ...args } });

describe('[mcp.server.hostile] a request that is no message', () => {
  it.each([
    ['not JSON', '{', 400, -32700, 'invalid_json'],
    ['nothing', '', 400, -32700, 'invalid_json'],
    ['a batch', [rpc('tools/list'), rpc('tools/list')], 422, -32600, 'invalid_request'],
    [
      'a batch of ten thousand',
      Array.from({ length: 10_000 }, () => rpc('ping')),
      422,
      -32600,
      'invalid_request',
    ],
    ['a text', '"ping"', 422, -32600, 'invalid_request'],
    ['nested deeply', `${'['.repeat(5000)}${']'.repeat(5000)}`, 422, -32600, 'invalid_request'],
    ['nested deeply inside', rpc('tools/call', nested(500)), 422, -32600, 'invalid_request'],
    [
      'of very many values',
      rpc('ping', { ids: Array.from({ length: 9000 }, () => 1) }),
      422,
      -32600,
      'invalid_request',
    ],
    ['too large', rpc('ping', { text: 'x'.repeat(1024 * 1024) }), 413, -32000, 'payload_too_large'],
  ] as const)('is refused: %s', async (_, body, status, code, own) => {
    const answer = await send(body);
    expect([answer.status, answer.message.error?.code]).toEqual([status, code]);
    expect(answer.message.error?.data).toMatchObject({ code: own });
  });

  it('is refused for its media type and its method', async () => {
    expect((await send('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const { status, headers } = await sendRaw(mcp.urlOf(), { token, method });
      expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    }
  });
});

function nested(depth: number): Record<string, unknown> {
  let value: Record<string, unknown> = {};
  for (let level = 0; level < depth; level += 1) value = { value };
  return value;
}

describe('[mcp.server.hostile] a message that asks for what there is not', () => {
  it.each([
    'tools/unknown',
    'resources/subscribe',
    'prompts/list',
    'completion/complete',
    'logging/setLevel',
    'server/discover',
  ])('is answered with method not found: %s', async (method) => {
    expect((await send(rpc(method))).message.error?.code).toBe(-32601);
  });

  it('is answered at once: an unknown tool, a cancellation of nothing, a result that nobody waits for', async () => {
    const { message: unknown } = await send(rpc('tools/call', { name: 'erase_everything' }));
    expect(unknown.error?.code).toBe(-32602);
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    expect((await send(cancelled)).status).toBe(202);
    expect((await send({ jsonrpc: '2.0', id: 7, result: {} })).status).toBe(202);
  });
});

describe('[mcp.server.origin] a request', () => {
  const ping = rpc('ping');

  it('of a page elsewhere is refused', async () => {
    const { status, message: refused } = await send(ping, { origin: 'http://evil.example' });
    expect([status, refused.error?.data]).toEqual([403, { code: 'forbidden' }]);
  });

  it('of a page that may call the API is served, and the page may read what it needs', async () => {
    const { status, headers } = await send(ping, { origin: 'https://app.example' });
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
    const preflight = await fetch(mcp.urlOf(), {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Mcp-Protocol-Version');
  });

  it.each([
    ['evil.example', 403],
    ['localhost:1', 200],
  ])('that was sent to the host %s gets %i', async (host, status) => {
    expect(await statusFor(host)).toBe(status);
  });
});

/** `fetch` sets the host itself. */
async function statusFor(host: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const headers = {
    host,
    authorization: `Bearer ${token}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  };
  request(mcp.urlOf(), { method: 'POST', headers }, (response) => {
    response.resume();
    resolve(response.statusCode);
  })
    .on('error', reject)
    .end(JSON.stringify(rpc('ping')));
  return await promise;
}

describe('[mcp.server.waiting-calls] calls that wait', () => {
  const slow = { message: '/call note {}\n---\n/say Late' };

  it('are limited for a grant and for its workspace, and the others do not wait', async () => {
    const release = mcp.holdHost();
    const gone = new AbortController();
    const wait = async (own: string) => {
      const body = JSON.stringify(message(slow));
      const headers = {
        authorization: `Bearer ${own}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      };
      const { taken } = toolLimiter;
      const waiting = fetch(mcp.urlOf(), { method: 'POST', headers, body, signal: gone.signal });
      waiting.catch(() => {});
      const waits = () => toolLimiter.taken > taken;
      await waitUntil(waits, { timeoutMs: 60_000, everyMs: 5, what: 'the call waits' });
    };
    const own = mcp.grant();
    await wait(own);
    await wait(own);
    const say = async (by: string, args: object = {}) =>
      JSON.stringify((await sendRaw(mcp.urlOf(), { token: by, body: message(args) })).message.result);
    await waitUntil(async () => (await say(own)).includes('rate_limited'), {
      timeoutMs: 60_000,
      what: 'the grant is refused another',
    });
    expect(await say(own, { wait: 0, new_conversation: true })).toContain('"state":"running"');
    await wait(mcp.grant());
    await waitUntil(async () => (await say(mcp.grant())).includes('rate_limited'), {
      timeoutMs: 60_000,
      what: 'the workspace is refused another',
    });
    gone.abort();
    await waitUntil(async () => !(await say(mcp.grant())).includes('rate_limited'), {
      timeoutMs: 60_000,
      what: 'the places of clients that have gone are free',
    });
    release();
  });
});

it('[mcp.server.limits] requests count against what its subject may use of the allowance of the workspace', async () => {
  const { headers } = await send(rpc('ping'));
  const limit = Number(headers.get('ratelimit-limit'));
  // Half of what the others leave: a few requests of the million are theirs.
  expect(limit).toBeGreaterThan(490_000);
  expect(limit).toBeLessThanOrEqual(500_000);
  expect(headers.get('ratelimit-policy')).toContain('"default"');
  expect(headers.get('cache-control')).toContain('no-store');
});
