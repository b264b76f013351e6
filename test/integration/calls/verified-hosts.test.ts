import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import Koa from 'koa';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type ApprovalError,
  type ApprovalOptions,
  expressApprovals,
  type ExpressRequest,
  fetchApprovals,
  koaApprovals,
  verifyToolApproval,
} from '#heddle-client/index.ts';
import { converse } from '#clients/raw/conversation.ts';
import { startMcpHost } from '#tools/dev/stand-ins/mcp-host.ts';
import { actingPatch, type Host } from '../../support/acting.ts';
import { callsOf, startActing } from '../../support/acting-run.ts';
import { startMcpActing } from '../../support/mcp/acting.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const ends = new AsyncDisposableStack();
afterAll(async () => await ends.disposeAsync());

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Starts a host at an address that its own options name. */
async function startOn(listenerFor: (options: ApprovalOptions) => Listener, more: object = {}) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.defer(async () => await new Promise<void>((resolve) => server.close(() => resolve())));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const jwks = `${service.baseUrl}/.well-known/jwks.json`;
  const listener = listenerFor({ jwks, audience: url, issuer: service.baseUrl, ...more });
  server.on('request', (request, response) => void listener(request, response));
  return url;
}

/** Shows that a handler could read the body after it was verified, and whose call it is. */
const answerOf = (body: unknown, approval: { sub: string; jti: string } | undefined) => ({
  body,
  sub: approval?.sub,
  jti: approval?.jti,
});

const koaHost = (options: ApprovalOptions): Listener => {
  const app = new Koa();
  app.use(koaApprovals(options));
  app.use((ctx) => {
    ctx.body = answerOf((ctx.request as { body?: unknown }).body, ctx.state['approval']);
  });
  return app.callback();
};

const hosts: Record<string, (options: ApprovalOptions) => Listener> = {
  Koa: koaHost,
  Express: (options) => {
    const app = express();
    const router = express.Router();
    router.use(expressApprovals(options));
    // A parser behind it leaves the body alone.
    router.use(express.json());
    router.post('/', (request, response) => {
      response.json(answerOf(request.body, (request as ExpressRequest).approval));
    });
    app.use('/payments', router);
    return app;
  },
  'Express with a parser of bytes': (options) => {
    const app = express();
    app.use(express.raw({ type: '*/*' }), expressApprovals(options));
    app.post('/payments', (request, response) => {
      response.json(answerOf(request.body, (request as ExpressRequest).approval));
    });
    return app;
  },
  Fetch: (options) => {
    const handle = fetchApprovals(options, async (request, approval) =>
      Response.json(answerOf(await request.json(), approval)),
    );
    return async (message, response) => {
      const { method = '', url = '', headers } = message;
      const body = method === 'GET' ? {} : { body: await text(message) };
      const answer = await handle(
        // A proxy in front has another name.
        new Request(`https://internal${url}`, {
          method,
          headers: headers as Record<string, string>,
          ...body,
        }),
      );
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    };
  },
};

const payPatch = actingPatch('pay', {
  request: { method: 'POST', path: '/payments', query: { to: '{{to}}' }, body: { amount: '{{amount}}' } },
});

describe.each(Object.entries(hosts))('[clients.approvals.middleware] a host of %s', (_, listenerFor) => {
  it('takes the calls of the service, and nothing that only has the secret of the connection', async () => {
    const url = await startOn(listenerFor);
    const { client, thread, workspace } = await startActing(service, {
      host: { url } as Host,
      patches: [payPatch],
    });
    const run = await converse(client, thread, '/call pay {"amount":12.5,"to":"Zoë & Bo"}');
    const [call] = await callsOf(client, run.id);
    expect(call).toMatchObject({ status: 'ok', result: { body: { amount: 12.5 }, sub: 'ada' } });
    const payment = {
      method: 'POST',
      headers: { authorization: 'Bearer s3cret', 'content-type': 'application/json' },
      body: '{"amount":9}',
    };
    const stranger = await fetch(`${url}/payments`, payment);
    expect([stranger.status, await stranger.json()]).toMatchObject([
      401,
      { error: { code: 'missing_approval' } },
    ]);
    const other = await startOn(listenerFor, { workspace: 'another' });
    expect(workspace).not.toBe('another');
    const { client: second, thread: elsewhere } = await startActing(service, {
      host: { url: other } as Host,
      patches: [payPatch],
    });
    const refused = await converse(second, elsewhere, '/call pay {"amount":1}');
    const [failed] = await callsOf(second, refused.id);
    expect([failed?.status, JSON.stringify(failed)]).toEqual([
      'failed',
      expect.stringContaining('wrong_workspace'),
    ]);
  });
});

it('[clients.approvals.middleware] a parser in front that keeps no bytes is a clear error, and so is a large body', async () => {
  const url = await startOn((options) => {
    const app = express();
    app.use(express.json(), expressApprovals(options));
    return app;
  });
  const { client, thread } = await startActing(service, { host: { url } as Host, patches: [payPatch] });
  const run = await converse(client, thread, '/call pay {"amount":1}');
  expect(JSON.stringify(await callsOf(client, run.id))).toContain('body_unavailable');
  const small = await startOn(koaHost, { maxBytes: 8 });
  const { client: second, thread: other } = await startActing(service, {
    host: { url: small } as Host,
    patches: [payPatch],
  });
  const large = await converse(second, other, '/call pay {"amount":1}');
  expect(JSON.stringify(await callsOf(second, large.id))).toContain('body_too_large');
});

it('[clients.approvals.tools] an MCP server verifies the call of a tool by its name and arguments', async () => {
  const server = await startMcpHost({ era: 'modern' });
  ends.defer(async () => await server.stop());
  const options = { jwks: `${service.baseUrl}/.well-known/jwks.json`, audience: new URL(server.url).origin };
  const verdicts: unknown[] = [];
  server.answer = ({ params }, reply) => {
    const call = params as {
      name: string;
      arguments: Record<string, unknown>;
      _meta: Record<string, unknown>;
    };
    const changed = { ...call, arguments: { ...call.arguments, amount: 4 } };
    const verify = async (each: typeof call) =>
      await verifyToolApproval(each, options).then(
        ({ sub }) => sub,
        (error: ApprovalError) => error.code,
      );
    void (async () => {
      verdicts.push(await verify(call), await verify(changed));
      reply.result({ content: [] });
    })();
  };
  const { client, thread } = await startMcpActing(service, server.url);
  await converse(client, thread, '/call look {"to":"Bo","amount":3.50}');
  expect(verdicts).toEqual(['ada', 'wrong_body']);
});
