import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMcpClient } from '#adapters/mcp-client/mcp-client.ts';
import type { McpSession, ToolRequest } from '#adapters/mcp-client/port.ts';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import {
  type McpAnswer,
  type McpEra,
  type McpHost,
  mcpTool,
  progress,
  startMcpHost,
  textResult,
} from '#tools/dev/stand-ins/mcp-host.ts';
import { useTickingClock } from '../../../support/ticking-clock.ts';

useTickingClock();

const client = createMcpClient(createOutboundHttp({ allowPrivateAddresses: ['loopback'] }));
let host: McpHost;
const sessions: McpSession[] = [];
afterEach(async () => {
  for (const session of sessions.splice(0)) session.close();
  await host.stop();
});

const secret = { authorization: 'Bearer s3cret' };
const inMs = (ms: number) => new Date(Date.now() + ms);

async function connect(url = host.url): Promise<McpSession> {
  const server = { workspaceId: 'w', url, headers: secret };
  const session = await client.connect(server, { until: inMs(120_000) });
  sessions.push(session);
  return session;
}

async function call(
  { forMs = 120_000, ...parts }: Partial<ToolRequest> & { forMs?: number } = {},
  url = host.url,
) {
  const session = await connect(url);
  const result = await session.callTool({
    name: 'look',
    inputSchema: { type: 'object' },
    args: { to: 'Bo' },
    idempotencyKey: 'call-1',
    headers: { 'service-run': 'run-1' },
    until: inMs(forMs),
    ...parts,
  });
  return { session, result };
}

function sendJson(response: ServerResponse, json: string): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(json);
}

function sendStream(response: ServerResponse, json: string, type = 'text/event-stream'): void {
  response.writeHead(200, { 'content-type': type }).end(`event: message\ndata: ${json}\n\n`);
}

describe.each<McpEra>(['modern', 'legacy'])('a server of the %s revision', (era) => {
  beforeEach(async () => {
    host = await startMcpHost({ era });
  });

  it('[mcp.server.trace-context] gets the trace context of the run in _meta', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01';
    const { session } = await call({ meta: { traceparent } });
    expect(session.sent?.body.params).toMatchObject({
      _meta: { traceparent, 'Idempotency-Key': 'call-1' },
    });
  });

  it.each([
    ['a body', (response: ServerResponse, json: string) => sendJson(response, json)],
    ['a stream', (response: ServerResponse, json: string) => sendStream(response, json)],
    [
      'a stream whose type is in capitals',
      (response: ServerResponse, json: string) =>
        sendStream(response, json, 'Text/Event-Stream ; charset=utf-8'),
    ],
  ])('[number.result] the digits of its numbers are kept, in %s', async (_, send) => {
    host.answer = ({ id }, { response }) => {
      const result =
        '{"resultType":"complete","content":[{"type":"text","text":"é"}],"structuredContent":{"id":2512292042121000001,"amount":12.50}}';
      send(response, `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`);
    };
    expect((await call()).result).toMatchObject({
      content: [{ type: 'text', text: 'é' }],
      structuredContent: { id: '2512292042121000001', amount: 12.5 },
    });
  });

  it('[number.result] a result that names a member twice took effect, and is told as what cannot be read', async () => {
    host.answer = ({ id }, { response }) => {
      const result = '{"resultType":"complete","content":[],"structuredContent":{"paid":true,"paid":false}}';
      sendJson(response, `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`);
    };
    expect((await call()).result).toMatchObject({
      structuredContent: { unreadable: true, text: expect.stringContaining('"paid":true,"paid":false') },
    });
  });

  it('[mcp-connection.call] [outbound.headers] gets the secrets with every request, and the key of the call in a header and in _meta', async () => {
    const { session, result } = await call();
    expect(result).toMatchObject({ structuredContent: { got: { to: 'Bo' } } });
    expect(session).toMatchObject({
      protocolVersion: era === 'modern' ? '2026-07-28' : '2025-11-25',
      server: { name: 'scripted', version: '1.2.3' },
    });
    for (const { headers } of host.requests) expect(headers.authorization).toBe('Bearer s3cret');
    const [{ headers, params } = { headers: {}, params: {} }, ...more] = host.calls;
    expect(more).toEqual([]);
    expect(headers).toMatchObject({ 'idempotency-key': 'call-1', 'service-run': 'run-1' });
    expect(params).toMatchObject({
      name: 'look',
      arguments: { to: 'Bo' },
      _meta: { 'Idempotency-Key': 'call-1' },
    });
    expect(session.sent).toMatchObject({ method: 'POST', url: host.url, body: { method: 'tools/call' } });
    expect(JSON.stringify(session.sent)).not.toContain('s3cret');
  });

  it('[mcp-connection.import] lists its tools page by page, also those that are not valid', async () => {
    const odd = { name: 'odd', inputSchema: { type: 'string' }, annotations: 7 };
    host.tools = [mcpTool('a'), odd, { inputSchema: {} }, 'no tool', mcpTool('b'), mcpTool('b')];
    host.pageSize = 2;
    const tools = await (await connect()).listTools();
    expect(tools.map(({ name }) => name)).toEqual(['a', 'odd', 'b', 'b']);
    expect(tools[1]?.definition).toEqual(odd);
  });

  it('[mcp-connection.import.bounds] is not read further once it has listed over 1,000 tools, or pages without end', async () => {
    host.tools = Array.from({ length: 1001 }, (_, index) => ({ name: `t${index}`, inputSchema: {} }));
    await expect((await connect()).listTools()).rejects.toMatchObject({ code: 'too_many_tools' });
    host.requests.length = 0;
    host.answers['tools/list'] = (_, reply) =>
      reply.result({ tools: [], nextCursor: 'again', ttlMs: 0, cacheScope: 'private' });
    await expect((await connect()).listTools()).rejects.toMatchObject({ code: 'too_many_tools' });
    expect(host.requests.length).toBeLessThan(50);
  });

  it('[mcp-connection.result] may answer with content and fields that nobody knows', async () => {
    const result = { content: [{ type: 'hologram', depth: 3 }, 7], future: { field: true } };
    host.answer = (_, reply) => reply.result(result);
    expect((await call()).result).toMatchObject(result);
  });

  it('[mcp-connection.bounded] may answer on a stream that it never ends', async () => {
    host.answer = (_, reply) =>
      reply.stream()(progress('x'), { result: { resultType: 'complete', ...textResult('ok') } });
    expect((await call()).result).toMatchObject(textResult('ok'));
  });

  it('[mcp-connection.bounded] that never answers, whatever it sends instead, is given up at the deadline, and may have acted', async () => {
    const brokenStream: McpAnswer = (_, { response }) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('id: 1\nretry: 0\ndata: \n\n');
    const silences: McpAnswer[] = [
      () => {},
      (_, reply) => void reply.stream(),
      (_, reply) => {
        const send = reply.stream();
        const timer = setInterval(() => send(progress('x')), 20);
        reply.response.once('close', () => clearInterval(timer));
      },
      brokenStream,
    ];
    await Promise.all(
      silences.map(async (silence) => {
        const silent = await startMcpHost({ era });
        silent.answer = silence;
        silent.answers['GET'] = brokenStream;
        // Requests before the call take none of its time.
        const calling = call({ forMs: 1000 }, silent.url);
        await expect(calling).rejects.toMatchObject({ code: 'timeout', effect: 'unknown' });
        expect(silent.calls).toHaveLength(1);
        expect(silent.requests.length).toBeLessThan(60);
        await silent.stop();
      }),
    );
  });

  it('[mcp-connection.bounded] [outbound.response-limit] that answers 100 MB is not read to the end, and may have acted', async () => {
    const mebibyte = 'x'.repeat(1024 * 1024);
    const sent = { bytes: 0 };
    host.answer = (_, { response }) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"result":"');
      const write = () => {
        while (!response.destroyed && sent.bytes < 100 * mebibyte.length) {
          sent.bytes += mebibyte.length;
          if (!response.write(mebibyte)) return;
        }
        response.end('"}');
      };
      response.on('drain', write);
      write();
    };
    await expect(call()).rejects.toMatchObject({ code: 'too_large', effect: 'unknown' });
    expect(sent.bytes).toBeLessThan(50 * mebibyte.length);
  });

  it('[mcp-connection.bounded] that answers with very many values is not parsed', async () => {
    host.answer = (_, reply) => reply.result({ content: [], structuredContent: Array(60_000).fill(0) });
    await expect(call()).rejects.toMatchObject({ code: 'invalid_response', effect: 'unknown' });
  });

  it('[mcp-connection.bounded] that sends very many messages is not listened to', async () => {
    host.answer = ({ id }, reply) => {
      const send = reply.stream();
      for (let message = 0; message < 1500; message += 1) send(progress('x'));
      send({ id, result: { resultType: 'complete', ...textResult('ok') } });
    };
    await expect(call()).rejects.toMatchObject({ code: 'invalid_response', effect: 'unknown' });
  });

  it('[mcp-connection.sent] that breaks the connection may have acted, and is not asked again', async () => {
    host.answer = (_, { response }) => response.destroy();
    await expect(call()).rejects.toMatchObject({ code: 'reset', effect: 'unknown', transient: true });
    expect(host.calls).toHaveLength(1);
  });

  it.each([
    ['cuts', (response: { destroy(): void }) => response.destroy()],
    ['ends', (response: { end(): void }) => response.end()],
  ])('[mcp-connection.sent] that %s its stream before the response may have acted', async (_, end) => {
    host.answer = (__, reply) => {
      reply.stream()(progress('x'));
      setImmediate(() => end(reply.response));
    };
    await expect(call()).rejects.toMatchObject({ code: 'reset', effect: 'unknown', transient: true });
    expect(host.calls).toHaveLength(1);
  });

  it('[mcp-connection.sent] may break off a stream and have it resumed, without a second call', async () => {
    host.answer = ({ id }, { response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`id: ${id}\nretry: 10\ndata: \n\n`);
    };
    host.answers['GET'] = ({ headers }, { response }) => {
      const message = {
        jsonrpc: '2.0',
        id: Number(headers['last-event-id']),
        result: { resultType: 'complete', ...textResult('late') },
      };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify(message)}\n\n`);
    };
    expect((await call()).result).toMatchObject(textResult('late'));
    expect(host.calls).toHaveLength(1);
  });

  it.each([301, 307, 308])(
    '[mcp-connection.outbound-rules] [outbound.no-redirects] that redirects with %i is not followed',
    async (status) => {
      const other = await startMcpHost({ era });
      host.answer = (_, { response }) => response.writeHead(status, { location: other.url }).end();
      await expect(call()).rejects.toMatchObject({ code: 'redirect' });
      host.answers['server/discover'] = host.answer;
      await expect(connect()).rejects.toMatchObject({ code: 'redirect', effect: 'none' });
      // Not even within the server itself.
      host.answer = (_, { response }) => response.writeHead(status, { location: `${host.url}/again` }).end();
      delete host.answers['server/discover'];
      host.requests.length = 0;
      await expect(call()).rejects.toMatchObject({ code: 'redirect' });
      expect([host.calls.length, other.requests.length]).toEqual([1, 0]);
      await other.stop();
    },
  );

  it.each([
    [500, {}, { effect: 'unknown', transient: true }],
    [404, {}, { effect: 'unknown', transient: false }],
    [429, {}, { status: 429, transient: true }],
    [503, { 'retry-after': '7' }, { status: 503, transient: true, retryAfterMs: 7000 }],
  ])(
    '[mcp-connection.sent] that answers a call with status %i %j is told as a host is',
    async (status, headers, told) => {
      host.answer = (_, { response }) => response.writeHead(status, headers).end('no such luck');
      await expect(call()).rejects.toMatchObject({ code: 'host_error', response: 'no such luck', ...told });
    },
  );

  it.each([
    [-32_602, false],
    [-32_603, true],
  ])(
    '[mcp-connection.result] that answers a call with error %i has an error of its own',
    async (code, transient) => {
      host.answer = (_, reply) => reply.error(code, 'No such person.');
      await expect(call()).rejects.toMatchObject({
        code: 'rpc_error',
        response: 'No such person.',
        effect: 'unknown',
        transient,
      });
    },
  );

  it.each(['not JSON', '[]', '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":99,"result":{}}'])(
    'that answers a call with %s is not understood',
    async (body) => {
      host.answer = (_, { response }) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      await expect(call()).rejects.toMatchObject({ effect: 'unknown' });
    },
  );

  it('[mcp-connection.outbound-rules] [outbound.private-addresses] is not reached at an address that must not be called', async () => {
    const guarded = createMcpClient(createOutboundHttp());
    const server = { workspaceId: 'w', url: host.url, headers: {} };
    await expect(guarded.connect(server, { until: inMs(120_000) })).rejects.toMatchObject({
      code: 'blocked_address',
      effect: 'none',
    });
    expect(host.requests).toEqual([]);
  });

  it('[mcp-connection.sent] is not called after the deadline', async () => {
    const session = await connect();
    const late = {
      name: 'look',
      inputSchema: {},
      args: {},
      idempotencyKey: 'k',
      headers: {},
      until: inMs(-1),
    };
    await expect(session.callTool(late)).rejects.toMatchObject({ code: 'timeout', effect: 'none' });
    expect(host.calls).toEqual([]);
  });

  it('[mcp-connection.sent] that is gone has certainly not acted', async () => {
    const session = await connect();
    await host.stop();
    const request = {
      name: 'look',
      inputSchema: {},
      args: {},
      idempotencyKey: 'k',
      headers: {},
      until: inMs(120_000),
    };
    await expect(session.callTool(request)).rejects.toMatchObject({ code: 'refused', effect: 'none' });
    host = await startMcpHost();
  });
});

describe('a server of the modern revision', () => {
  beforeEach(async () => {
    host = await startMcpHost();
  });

  it('[mcp-connection.input-refused] that asks for input is refused, and not asked again', async () => {
    host.answer = (_, reply) =>
      reply.result({
        resultType: 'input_required',
        inputRequests: {
          who: {
            method: 'elicitation/create',
            params: { message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
          },
        },
      });
    await expect(call()).rejects.toMatchObject({ code: 'input_required', transient: false });
    expect(host.calls).toHaveLength(1);
  });

  it('[mcp-connection.sent] that complains about headers does not get the call again', async () => {
    host.answer = (_, reply) => reply.error(-32_020, 'Header mismatch');
    await expect(call()).rejects.toMatchObject({ code: 'rpc_error', effect: 'unknown' });
    expect(host.calls).toHaveLength(1);
  });

  it('[mcp-connection.call] gets arguments in headers where its schema says so', async () => {
    const inputSchema = { type: 'object', properties: { to: { type: 'string', 'x-mcp-header': 'Region' } } };
    await call({ inputSchema });
    expect(host.calls[0]?.headers['mcp-param-region']).toBe('Bo');
  });

  it('is not asked again what it speaks by who knows it', async () => {
    const { known } = await connect();
    host.requests.length = 0;
    const session = await client.connect(
      { workspaceId: 'w', url: host.url, headers: {} },
      { until: inMs(120_000), known },
    );
    sessions.push(session);
    expect(host.requests).toEqual([]);
    expect(await session.listTools()).toHaveLength(1);
  });
});

describe('a server of the legacy revision', () => {
  beforeEach(async () => {
    host = await startMcpHost({ era: 'legacy' });
  });

  it.each(['elicitation/create', 'sampling/createMessage', 'roots/list'])(
    '[mcp-connection.input-refused] that sends %s during a call gets an error, and the call goes on',
    async (method) => {
      let send: (...messages: object[]) => void = () => {};
      host.answer = (_, reply) => {
        send = reply.stream();
        send({ id: 'mine', method, params: {} });
      };
      const calling = call();
      await expect
        .poll(() => host.requests.find(({ id }) => id === 'mine'))
        .toMatchObject({ error: { code: -32_601 } });
      send({ id: host.calls[0]?.id, result: textResult('went on') });
      expect((await calling).result).toMatchObject(textResult('went on'));
    },
  );

  it('[mcp-connection.bounded] that sends requests without end gets few responses', async () => {
    host.answer = ({ id }, reply) => {
      const send = reply.stream();
      for (let ping = 0; ping < 500; ping += 1) send({ id: `ping-${ping}`, method: 'ping' });
      send({ id, result: textResult('done') });
    };
    expect((await call()).result).toMatchObject(textResult('done'));
    expect(host.requests.length).toBeLessThan(60);
  });

  it('[mcp-connection.bounded] is told when a session is over', async () => {
    host.answers['initialize'] = (_, reply) => {
      reply.response.setHeader('mcp-session-id', 'session-1');
      const result = {
        protocolVersion: '2025-06-18',
        capabilities: {},
        serverInfo: { name: 's', version: '1' },
      };
      reply.result(result);
    };
    const { session } = await call();
    expect(host.calls[0]?.headers['mcp-session-id']).toBe('session-1');
    session.close();
    await expect
      .poll(() => host.requests.find(({ httpMethod }) => httpMethod === 'DELETE')?.headers['mcp-session-id'])
      .toBe('session-1');
  });
});
