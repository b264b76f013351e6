import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createModels } from '#adapters/model/models.ts';
import type { Trace } from '#contract/run.ts';
import type { Thread } from '#contract/thread.ts';
import { actingPatch, publishActing, startHost } from '../../support/acting.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, settled, startThread } from '#clients/raw/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { startService, type TestService } from '../../support/service.ts';
import { perTest } from '../../support/per-file.ts';

let service: TestService;
const host = perTest(startHost);
let client: ApiClient;
let thread: string;
/** How often the model was asked: what it would pay in place of 0 is more each time. */
let asked = 0;
beforeAll(async () => {
  const models = createModels({});
  const scripted = models.get('scripted');
  service = await startService({
    models: {
      ...models,
      get: () => ({
        respond: async (request) => {
          asked += 1;
          const reply = await scripted.respond(request);
          const calls = reply.calls.map((call) =>
            call.args?.['amount'] === 0 ? { ...call, args: { ...call.args, amount: asked } } : call,
          );
          return { ...reply, calls };
        },
      }),
    },
  });
});
afterAll(async () => await service.stop());

const pay = actingPatch('pay', {
  risk: { base: 'medium' },
  summary: { title: 'Pay {{amount}}', fields: [{ label: 'To', value: '{{to}}' }] },
  request: { method: 'POST', path: '/payments/{{to}}', body: { amount: '{{amount}}' } },
  wired: { gate: 'confirm', risk: 'high' },
});

beforeEach(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  const agent = await publishActing(client, host, [pay]);
  thread = await startThread(client, agent.id);
});

/** A run that is held at the gate, and the call it is held for. */
async function held(script = '/call pay {"amount":12.5,"to":"Bo"}\n---\n/say {{last}}') {
  const { id, state } = await converse(client, thread, script);
  expect(state).toBe('awaiting_input');
  const { data } = await client.get<Thread>(`/v1/loom/threads/${thread}`);
  const pending = data.pending_confirmation;
  if (pending === undefined) throw new Error('nothing is held');
  return { run: id, pending, call: pending.tool_call_id };
}

const confirm = async (run: string, tool_call_id: string, decision: string, detail?: object) =>
  await client.post(`/v1/loom/runs/${run}/confirm`, {
    tool_call_id,
    decision,
    ...(detail === undefined ? {} : { detail }),
  });

/** Where the amount of the held call was seen. */
const fromMessage = {
  path: '/amount',
  from: ['subject'],
  seen: [
    {
      kind: 'message',
      at: expect.any(String),
      excerpt: '/call pay {"amount":12.5,"to":"Bo"} --- /say {{last}}',
    },
  ],
};

it('[run.states.gate] [confirm.accepted] [confirm.approve] [confirm.summary] [confirm.risk] [confirm.detail] [tool-call.fields] an approved write is made exactly as it was shown', async () => {
  const { run, pending, call } = await held();
  expect(pending).toEqual({
    run_id: run,
    tool_call_id: call,
    patch_ref: 'pay@1',
    summary: { title: 'Pay 12.5', fields: [{ label: 'To', value: 'Bo' }] },
    args: { amount: 12.5, to: 'Bo' },
    origins: [fromMessage],
    connection: { id: expect.any(String), name: 'host' },
    risk: 'high',
    approvals: { required: 1, given: [] },
    set: { turn: 1, position: 1, of: 1 },
    digest: expect.stringMatching(/^sha-256=:/),
    document: expect.stringContaining('"configuration":"hmac-sha-256=:'),
    created_at: expect.any(String),
    expires_at: expect.any(String),
  });
  expect(host.calls).toEqual([]);
  const accepted = await confirm(run, call, 'approve', { note: 'go' });
  expect([accepted.status, accepted.data]).toEqual([202, { run_id: run, state: 'running' }]);
  expect(await settled(client, run)).toMatchObject({
    state: 'closed',
    message: { content: '{"ok":true,"approval":{"detail":{"note":"go"}}}' },
  });
  expect(host.calls).toHaveLength(1);
  expect(host.calls[0]).toMatchObject({
    method: 'POST',
    path: '/payments/Bo',
    body: { amount: 12.5 },
    headers: {
      authorization: 'Bearer s3cret',
      'idempotency-key': call,
      'service-run': run,
      'service-subject': 'ada',
    },
  });
  const { data: trace } = await client.get<Trace>(`/v1/loom/runs/${run}/trace`);
  expect(trace.turns[0]?.tool_calls).toEqual([
    {
      patch_ref: 'pay@1',
      interaction: 'silent',
      gate: 'confirm',
      gate_rule: { type: 'confirm', verdict: 'hold' },
      status: 'ok',
      args: { amount: 12.5, to: 'Bo' },
      origins: [fromMessage],
      result: { ok: true },
      request: {
        method: 'POST',
        url: `${host.url}/payments/Bo`,
        headers: expect.objectContaining({ authorization: '[redacted]', 'idempotency-key': '[redacted]' }),
        body: { amount: 12.5 },
      },
      risk: { base: 'medium', effective: 'high' },
      reliability: { idempotent: false, retry: 'none' },
      decision: {
        decision: 'approve',
        actor: 'ada',
        credential: { kind: 'api_key', id: expect.any(String) },
        detail: { note: 'go' },
        created_at: expect.any(String),
      },
      decisions: [
        {
          decision: 'approve',
          actor: 'ada',
          via: 'api_key',
          detail: { note: 'go' },
          digest: pending.digest,
          at: expect.any(String),
        },
      ],
      started_at: expect.any(String),
      duration_ms: expect.any(Number),
      tries: [{ at: expect.any(String), duration_ms: expect.any(Number), status: 200 }],
    },
  ]);
  expect((await eventsOf(service.db, run)).map(({ type, data }) => [type, data['status']])).toEqual([
    ['run.started', undefined],
    ['write.confirmation_requested', undefined],
    ['tool_call.started', undefined],
    ['tool_call.completed', 'ok'],
    ['message.completed', undefined],
    ['run.completed', undefined],
  ]);
});

it('[confirm.executes-what-was-shown] what is made is what was shown, though the model and the patch would say otherwise by now', async () => {
  asked = 0;
  const { run, pending, call } = await held('/call pay {"amount":0,"to":"Bo"}\n---\n/say {{last}}');
  expect(pending.summary?.title).toBe('Pay 1');
  const { wired: _, ...definition } = pay;
  const moved = { ...definition, request: { method: 'POST', path: '/moved', body: { amount: 7 } } };
  expect((await client.post('/v1/patches', moved)).status).toBe(201);
  expect((await confirm(run, call, 'approve')).status).toBe(202);
  expect(await settled(client, run)).toMatchObject({ state: 'closed' });
  expect(host.calls).toMatchObject([{ path: '/payments/Bo', body: { amount: 1 } }]);
  // Once for the call, and once with its result: not again for what was approved.
  expect(asked).toBe(2);
});

it('[confirm.reject] [confirm.detail] a rejected write is not made, and the model is told why', async () => {
  const { run, call } = await held();
  expect((await confirm(run, call, 'reject', { reason: 'too much' })).status).toBe(202);
  expect(await settled(client, run)).toMatchObject({
    state: 'closed',
    message: { content: '{"declined":true,"detail":{"reason":"too much"}}' },
  });
  expect(host.calls).toEqual([]);
  const { data: trace } = await client.get<Trace>(`/v1/loom/runs/${run}/trace`);
  const [declined, ...others] = trace.turns.flatMap(({ tool_calls }) => tool_calls);
  expect(others).toEqual([]);
  expect(declined).toMatchObject({
    status: 'failed',
    result: { declined: true, detail: { reason: 'too much' } },
    decision: { decision: 'reject', actor: 'ada', detail: { reason: 'too much' } },
  });
  expect(declined).not.toHaveProperty('request');
  const told = (await eventsOf(service.db, run)).filter(({ type }) => type === 'tool_call.completed');
  expect(told.map(({ data }) => data['status'])).toEqual(['declined']);
});

it('[confirm.already-resolved] [confirm.unknown-call] [confirm.not-paused] [confirm.invalid-decision] [confirm.order-of-checks] what is not a decision on the held call is refused', async () => {
  const { run, call } = await held();
  const other = '01a1fc7c-0975-778e-afbc-bbd83218d280';
  const codes = async (id: string, decision: string) => {
    const { status, error } = await confirm(run, id, decision);
    return [status, error.code];
  };
  expect(await codes(call, 'maybe')).toEqual([422, 'invalid_decision']);
  expect(await codes(other, 'approve')).toEqual([404, 'unknown_confirmation']);
  expect((await confirm(run, call, 'reject')).status).toBe(202);
  await settled(client, run);
  expect(await codes(call, 'approve')).toEqual([404, 'unknown_confirmation']);
  expect(await codes(other, 'approve')).toEqual([422, 'not_awaiting_confirmation']);
});

it('[confirm.race] of ten decisions at once one is accepted, and the host hears of it once or never', async () => {
  const { run, call } = await held();
  const decisions = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'approve' : 'reject'));
  const answers = await Promise.all(decisions.map((decision) => confirm(run, call, decision)));
  const winner = answers.findIndex(({ status }) => status === 202);
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
  expect(
    new Set(
      answers.filter(({ status }) => status !== 202).map(({ status, error }) => `${status} ${error.code}`),
    ),
  ).toEqual(new Set(['404 unknown_confirmation']));
  expect(await settled(client, run)).toMatchObject({ state: 'closed' });
  expect(host.calls).toHaveLength(decisions[winner] === 'approve' ? 1 : 0);
});
