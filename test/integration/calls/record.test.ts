import { expect, it } from 'vitest';
import { actingPatch, json, startHost } from '../../support/acting.ts';
import { callsOf, confirm, pendingCall, report, startActing, traceOf } from '../../support/acting-run.ts';
import { converse, post, settled } from '#clients/raw/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { perTest } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perTest(startHost);
const quote = actingPatch('quote', {
  risk: { base: 'medium' },
  reliability: { idempotent: true, retry: 'safe' },
  price_credits: 0.25,
  request: {
    method: 'PUT',
    path: '/quotes/{{to}}',
    query: { full: 'yes' },
    headers: { 'X-Amount': '{{amount}}' },
    body: { amount: '{{amount}}' },
  },
  wired: { risk: 'high' },
});
const callId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('[tool-call.fields] [tool-call.gate] [tool-call.risk] [tool-call.reliability] [tool-call.cost] [tool-call.request] a call in the trace has the fields of the table and no other', async () => {
  const { client, thread } = await startActing(service, { host, patches: [quote] });
  const { id } = await converse(client, thread, '/call quote {"amount":3,"to":"Bo"}');
  expect(await callsOf(client, id)).toEqual([
    {
      patch_ref: 'quote@1',
      interaction: 'silent',
      gate: null,
      status: 'ok',
      args: { amount: 3, to: 'Bo' },
      result: { ok: true },
      request: {
        method: 'PUT',
        url: `${host.url}/quotes/Bo?full=yes`,
        headers: expect.objectContaining({ 'x-amount': '3', 'content-type': 'application/json' }),
        body: { amount: 3 },
      },
      risk: { base: 'medium', effective: 'high' },
      reliability: { idempotent: true, retry: 'safe' },
      started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      duration_ms: expect.any(Number),
      tries: [{ at: expect.any(String), status: 200, duration_ms: expect.any(Number) }],
      cost_credits: 0.25,
    },
  ]);
});

it('[tool-call.fields] calls that failed, were not understood, ask, and were proposed have the fields of the table and no other', async () => {
  host.answer = (_, response) => json(response, 500, {});
  const patches = [
    actingPatch('look'),
    actingPatch('sign', { interaction: 'proposed_action', risk: { base: 'high' } }),
  ];
  const { client, thread } = await startActing(service, { host, patches });
  const script = `/call look {"to":"Bo"}\n/call look {"amount":"much"}\n/call sign {"to":"Bo"}`;
  const { id } = await converse(client, thread, `${script}\n---\n/call ask_user {"question":"?"}`);
  expect((await report(client, id, await pendingCall(client, thread), 'failed')).status).toBe(202);
  expect(await settled(client, id)).toMatchObject({ state: 'awaiting_input' });
  const time = expect.stringMatching(/Z$/);
  const looks = {
    patch_ref: 'look@1',
    interaction: 'silent',
    gate: null,
    status: 'failed',
    risk: { base: 'low', effective: 'low' },
    reliability: { idempotent: false, retry: 'none' },
    started_at: time,
    duration_ms: expect.any(Number),
  };
  const error = (code: string) => ({ code, message: expect.any(String) });
  expect(await callsOf(client, id)).toEqual([
    {
      ...looks,
      args: { to: 'Bo' },
      result: { error: error('outcome_unknown'), response: '{}' },
      error: error('outcome_unknown'),
      request: { method: 'POST', url: `${host.url}/look`, headers: expect.anything(), body: { to: 'Bo' } },
      tries: [{ at: time, code: 'host_error', status: 500, duration_ms: expect.any(Number) }],
    },
    {
      ...looks,
      args: { amount: 'much' },
      result: { error: error('invalid_args') },
      error: error('invalid_args'),
    },
    {
      ...looks,
      patch_ref: 'sign@1',
      interaction: 'proposed_action',
      args: { to: 'Bo' },
      result: { state: 'failed' },
      risk: { base: 'high', effective: 'high' },
      outcome: {
        state: 'failed',
        actor: 'ada',
        credential: { kind: 'api_key', id: expect.any(String) },
        created_at: time,
      },
    },
    {
      patch_ref: 'ask_user@1',
      interaction: 'interactive',
      gate: null,
      status: 'pending',
      args: { question: '?' },
      risk: { base: 'low', effective: 'low' },
      reliability: { idempotent: true, retry: 'always' },
      started_at: time,
    },
  ]);
});

it('[tool-call.request] [outbound.headers] [run.trace.no-tool-call-ids] a host gets the secrets and whose call it is; the trace shows neither secret nor call id', async () => {
  const { client, thread } = await startActing(service, { host, patches: [quote] });
  const { id } = await converse(client, thread, '/call quote {"amount":3,"to":"Bo"}');
  expect(host.calls).toEqual([
    {
      method: 'PUT',
      path: '/quotes/Bo?full=yes',
      headers: expect.objectContaining({
        authorization: 'Bearer s3cret',
        'service-subject': 'ada',
        'service-run': id,
        'idempotency-key': expect.stringMatching(callId),
        'x-amount': '3',
      }),
      body: { amount: 3 },
    },
  ]);
  const trace = JSON.stringify(await traceOf(client, id));
  expect(trace).not.toContain('s3cret');
  expect(trace).not.toContain(host.calls[0]?.headers['idempotency-key']);
});

it('[tool-call.request] a patch that declares no request is called by its name with all its arguments', async () => {
  const { client, thread } = await startActing(service, { host, patches: [actingPatch('lookup')] });
  const { id } = await converse(client, thread, '/call lookup {"to":"Bo"}');
  expect(host.calls).toMatchObject([{ method: 'POST', path: '/lookup', body: { to: 'Bo' } }]);
  expect((await callsOf(client, id))[0]?.request).toMatchObject({
    method: 'POST',
    url: `${host.url}/lookup`,
    body: { to: 'Bo' },
  });
});

it('[tool-call.status] [tool-call.gate] a call is pending in flight and at its gate, then ok or failed, and keeps its interaction', async () => {
  const { client, thread } = await startActing(service, {
    host,
    patches: [
      actingPatch('look', { timeout_seconds: 300 }),
      actingPatch('pay', { wired: { gate: 'confirm' } }),
    ],
  });
  const statuses = async (run: string) =>
    (await callsOf(client, run)).map(({ interaction, gate, status }) => [interaction, gate, status]);
  const asked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  host.answer = (call, response) => {
    asked.resolve();
    if (call.path === '/pay') json(response, 500, {});
    else void release.promise.then(() => json(response, 200, { seen: true }));
  };
  const run = await post(client, thread, '/call look {}\n/call pay {}\n---\n/say done');
  await asked.promise;
  const held = ['silent', 'confirm', 'pending'];
  expect(await statuses(run)).toEqual([['silent', null, 'pending'], held]);
  release.resolve();
  expect(await settled(client, run)).toMatchObject({ state: 'awaiting_input' });
  expect(await statuses(run)).toEqual([['silent', null, 'ok'], held]);
  await confirm(client, run, await pendingCall(client, thread));
  expect(await settled(client, run)).toMatchObject({ state: 'closed', message: { content: 'done' } });
  expect(await statuses(run)).toEqual([
    ['silent', null, 'ok'],
    ['silent', 'confirm', 'failed'],
  ]);
});

it('[tool-call.cost] a call of a patch without a price has no cost, and its event tells of it by id and name', async () => {
  const { client, thread } = await startActing(service, { host, patches: [actingPatch('look')] });
  const { id } = await converse(client, thread, '/call look {"to":"Bo"}');
  expect((await callsOf(client, id))[0]).not.toHaveProperty('cost_credits');
  const named = { tool_call_id: expect.stringMatching(callId), patch_ref: 'look@1', name: 'look' };
  expect((await eventsOf(service.db, id)).slice(1, 3).map(({ type, data }) => [type, data])).toEqual([
    ['tool_call.started', { ...named, args: { to: 'Bo' } }],
    ['tool_call.completed', { ...named, status: 'ok', result: { ok: true } }],
  ]);
});
