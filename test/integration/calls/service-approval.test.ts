import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { expect, it } from 'vitest';
import { canonicalJson } from '#contract/canonical-json.ts';
import type { ApprovalClaims } from '#contract/service-approval.ts';
import { converse, post, settled } from '#clients/raw/conversation.ts';
import { serveOnLoopback } from '#tools/dev/stand-ins/loopback.ts';
import { startMcpHost } from '#tools/dev/stand-ins/mcp-host.ts';
import { actingPatch, type Host, json } from '../../support/acting.ts';
import { callsOf, confirm, pendingCall, startActing, threadOf, traceOf } from '../../support/acting-run.ts';
import { startMcpActing } from '../../support/mcp/acting.ts';
import { above, allowAll, pay, startPaying } from '../../support/policies.ts';
import { perTest } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();

/** A request as a host got it, before anybody has parsed it. */
interface RawCall {
  method: string;
  path: string;
  header: string;
  bytes: Buffer;
}

/** A host that keeps the bytes of what it is sent. */
async function startRawHost() {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const bytes = await buffer(request);
    const header = String(request.headers['service-approval']);
    host.calls.push({ method: request.method ?? '', path: request.url ?? '', header, bytes });
    host.answer(response, header);
  };
  const { url, stop } = await serveOnLoopback(serve, 0);
  const host = {
    url,
    stop,
    calls: [] as RawCall[],
    answer: (response: ServerResponse, _header: string) => json(response, 200, { ok: true }),
  };
  return host;
}

const host = perTest(startRawHost);

/** Verifies an approval as an outsider does, with a library of others. */
async function read(header: string): Promise<ApprovalClaims> {
  const keys = createRemoteJWKSet(new URL(`${service.baseUrl}/.well-known/jwks.json`));
  const options = { typ: 'approval+jwt', algorithms: ['EdDSA'], issuer: service.baseUrl };
  return (await jwtVerify<ApprovalClaims>(header, keys, options)).payload;
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('base64url');
const startWith = async (patches: ReturnType<typeof actingPatch>[], of: { url: string } = host) =>
  await startActing(service, { host: of as Host, patches });

it('[outbound.approval] [outbound.approval.workspace] a call carries a signed approval with exactly what was sent, to whom, and on whose behalf', async () => {
  const quote = actingPatch('quote', {
    request: {
      method: 'PUT',
      path: '/quotes/{{to}}',
      query: { note: '{{to}} & more' },
      body: { amount: '{{amount}}' },
    },
  });
  const { client, thread, agent, workspace } = await startWith([quote]);
  const { id } = await converse(client, thread, '/call quote {"amount":3,"to":"Zoë B"}');
  const [call] = host.calls;
  const claims = await read(call?.header ?? '');
  expect(decodeProtectedHeader(call?.header ?? '')).toMatchObject({ workspace });
  const iat = expect.any(Number) as number;
  expect(claims).toEqual({
    iss: service.baseUrl,
    aud: host.url,
    iat,
    exp: claims.iat + 300,
    jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    run: id,
    sub: 'ada',
    agent: agent.id,
    patch: 'quote@1',
    htm: 'PUT',
    htu: `${host.url}${call?.path}`,
    body_sha256: sha256(call?.bytes ?? ''),
    approvals: [],
  });
  expect(call?.path).toBe('/quotes/Zo%C3%AB%20B?note=Zo%C3%AB+B+%26+more');
});

it('[outbound.approval] a call without a body says that nothing is in it', async () => {
  const look = actingPatch('look', { request: { method: 'GET', path: '/balance' } });
  const { client, thread } = await startWith([look]);
  await converse(client, thread, '/call look {}');
  expect(await read(host.calls[0]?.header ?? '')).toMatchObject({ htm: 'GET', body_sha256: sha256('') });
});

it('[outbound.approval.approvals] it names everybody who has approved what is sent, how each is known, and the digest', async () => {
  const gated = actingPatch('pay', {
    request: { method: 'POST', path: '/payments' },
    wired: { gate: { type: 'confirm', approvals: 2 } },
  });
  const { client, thread } = await startWith([gated]);
  const run = await post(client, thread, '/call pay {"amount":3}');
  await settled(client, run);
  const id = await pendingCall(client, thread);
  const digest = (await threadOf(client, thread)).pending_confirmation?.digest;
  for (const actor of ['mo', 'noor']) {
    const approver = client.with({ headers: { 'service-actor': actor } });
    expect((await confirm(approver, run, id)).status).toBe(202);
  }
  await settled(client, run);
  const claims = await read(host.calls[0]?.header ?? '');
  const at = expect.stringMatching(/^\d{4}-.*Z$/) as string;
  expect(claims).toMatchObject({ jti: id, digest });
  expect(claims.approvals).toEqual([
    { actor: 'mo', via: 'api_key', at },
    { actor: 'noor', via: 'api_key', at },
  ]);
});

it('[outbound.approval.approvals] it names the rule that decided, and the stage of each approval', async () => {
  const stages = [{ approvals: 1 }, { approvals: 1 }];
  const rules = [{ name: 'large', when: above(100), then: 'hold', stages }, ...allowAll];
  const acting = await startPaying(service, { rules }, { host: host as unknown as Host });
  const { run } = await pay(acting, { amount: 101 });
  const id = await pendingCall(acting.client, run.thread_id);
  for (const actor of ['mo', 'noor']) {
    await confirm(acting.client.with({ headers: { 'service-actor': actor } }), run.id, id);
  }
  await settled(acting.client, run.id);
  await pay(acting, { amount: 5 });
  const [large, small] = await Promise.all(host.calls.map(async ({ header }) => await read(header)));
  expect(large).toMatchObject({
    rule: 'large',
    approvals: [
      { actor: 'mo', stage: 1 },
      { actor: 'noor', stage: 2 },
    ],
  });
  expect(small).toMatchObject({ rule: 'all', approvals: [] });
});

it('[outbound.approval.attempts] each attempt has an approval of its own for one call; a host that echoes it does not get it into the result', async () => {
  const repeated = actingPatch('pay', {
    request: { method: 'POST', path: '/payments' },
    reliability: { idempotent: true, retry: 'always' },
  });
  const { client, thread } = await startWith([repeated]);
  host.answer = (response, header) => {
    // The second attempt comes in another second, so that its times differ.
    if (host.calls.length === 1) json(response, 503, {}, { 'retry-after': '1' });
    else json(response, 200, { echo: header });
  };
  const run = await converse(client, thread, '/call pay {"amount":3}');
  const claims = await Promise.all(host.calls.map(async ({ header }) => await read(header)));
  expect(claims.map(({ jti }) => jti)).toEqual([claims[0]?.jti, claims[0]?.jti]);
  expect(new Set(host.calls.map(({ header }) => header)).size).toBe(2);
  const [call] = await callsOf(client, run.id);
  expect(call).toMatchObject({
    result: { echo: '[redacted]' },
    request: { headers: { 'service-approval': '[redacted]' } },
  });
  expect(JSON.stringify(await traceOf(client, run.id))).not.toContain(host.calls[1]?.header);
});

it('[outbound.approval.tools] a call of an MCP tool carries one in its header, and one over name and arguments in _meta', async () => {
  const server = await startMcpHost({ era: 'modern' });
  const { client, thread } = await startMcpActing(service, server.url);
  server.answer = ({ headers, params }, reply) =>
    reply.result({ content: [], structuredContent: { headers, params } });
  const run = await converse(client, thread, '/call look {"to":"Bo","amount":3}');
  const [sent] = server.calls;
  const meta = sent?.params['_meta'] as Record<string, string>;
  const header = String(sent?.headers['service-approval']);
  const named = { run: run.id, patch: 'look@1', htm: 'POST', htu: server.url, approvals: [] };
  expect(await read(header)).toMatchObject(named);
  const args = { to: 'Bo', amount: 3 };
  const covered = sha256(canonicalJson({ name: 'look', arguments: args }));
  expect(await read(meta['Service-Approval'] ?? '')).toMatchObject({ ...named, body_sha256: covered });
  const trace = JSON.stringify(await traceOf(client, run.id));
  for (const token of [header, meta['Service-Approval']]) expect(trace).not.toContain(token);
  await server.stop();
});
