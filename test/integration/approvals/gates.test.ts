import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Approval } from '#contract/approval.ts';
import { canonicalJson } from '#contract/canonical-json.ts';
import type { Gate } from '#contract/gate.ts';
import type { PendingConfirmation } from '#contract/thread.ts';
import { converse, settled, startThread } from '#clients/raw/conversation.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { type Acting, callsOf, startActing, threadOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { eventsOf } from '../../support/events.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perFile(startHost);

const script = '/call pay {"amount":20,"to":"Bo"}\n---\n/say {{last}}';

/** A workspace whose payments have this gate. */
async function gated(gate: Gate, redact?: { args: string[] }): Promise<Acting> {
  const pay = actingPatch('pay', {
    wired: { gate },
    request: { method: 'POST', path: '/payments', body: { amount: '{{amount}}', to: '{{to}}' } },
    ...(redact === undefined ? {} : { redact }),
  });
  return await startActing(service, { host, patches: [pay] });
}

interface Held {
  run: string;
  call: string;
  pending: PendingConfirmation;
}

async function held({ client, agent }: Acting, content = script): Promise<Held & { thread: string }> {
  const thread = await startThread(client, agent.id);
  const { id, state } = await converse(client, thread, content);
  expect(state).toBe('awaiting_input');
  const { pending_confirmation: pending } = await threadOf(client, thread);
  if (pending === undefined) throw new Error('nothing is held');
  return { run: id, call: pending.tool_call_id, pending, thread };
}

const as = (client: ApiClient, actor: string) => client.with({ headers: { 'service-actor': actor } });
const decide = async (client: ApiClient, { run, call }: Held, actor: string, body: object = {}) =>
  await as(client, actor).post(`/v1/loom/runs/${run}/confirm`, {
    tool_call_id: call,
    decision: 'approve',
    ...body,
  });
const withdraw = async (client: ApiClient, { run, call }: Held, actor: string) =>
  await as(client, actor).post(`/v1/loom/runs/${run}/withdraw`, { tool_call_id: call });
const paid = (amount: number) =>
  host.calls.filter(({ body }) => (body as { amount: number }).amount === amount);

it('[gate.approvals] [gate.approvals.shown] [gate.withdraw] [gate.decisions] [gate.inbox.actor] [event.type.write-approval-recorded] a payment that needs two is made when two have approved it', async () => {
  const acting = await gated({ type: 'confirm', approvals: 2 });
  const { client } = acting;
  const payment = await held(acting, script.replace('20', '21'));
  expect(payment.pending.approvals).toEqual({ required: 2, given: [] });
  const inbox = async (actor: string) =>
    (await client.get<Approval[]>(`/v1/loom/approvals?actor=${actor}`)).data.map(({ run_id }) => run_id);
  expect(await inbox('eve')).toEqual([payment.run]);

  const first = await decide(client, payment, 'eve', { detail: { note: 'checked' } });
  expect([first.status, first.data]).toEqual([202, { run_id: payment.run, state: 'awaiting_input' }]);
  expect((await decide(client, payment, 'eve')).status).toBe(202);
  expect(await inbox('eve')).toEqual([]);
  expect(await inbox('Eve%E2%80%8B')).toEqual([]);
  expect(await inbox('mia')).toEqual([payment.run]);
  const given = [{ actor: 'eve', via: 'api_key', at: expect.any(String) }];
  const shown = { required: 2, given };
  expect((await threadOf(client, payment.thread)).pending_confirmation?.approvals).toEqual(shown);
  const [listed] = (await client.get<Approval[]>('/v1/loom/approvals')).data;
  expect(listed).toMatchObject({ approvals: shown, digest: payment.pending.digest });
  const recorded = (await eventsOf(service.db, payment.run)).find(
    ({ type }) => type === 'write.approval_recorded',
  );
  expect(recorded?.data).toEqual({
    tool_call_id: payment.call,
    actor: 'eve',
    decision: 'approve',
    approvals: shown,
  });

  expect((await withdraw(client, payment, 'eve')).status).toBe(202);
  expect((await decide(client, payment, 'mia')).data).toMatchObject({ state: 'awaiting_input' });
  expect(paid(21)).toEqual([]);
  expect((await decide(client, payment, 'eve')).data).toMatchObject({ state: 'running' });
  await settled(client, payment.run);
  expect(paid(21)).toHaveLength(1);
  expect((await withdraw(client, payment, 'eve')).error?.code).toBe('unknown_confirmation');

  const [call] = await callsOf(client, payment.run);
  expect(call).toMatchObject({
    gate: 'confirm',
    gate_rule: { type: 'confirm', verdict: 'hold' },
    status: 'ok',
  });
  const digest = payment.pending.digest;
  expect(call?.decisions).toMatchObject([
    { actor: 'eve', via: 'api_key', detail: { note: 'checked' }, digest, withdrawn_at: expect.any(String) },
    { actor: 'mia', decision: 'approve', digest },
    { actor: 'eve', decision: 'approve', digest },
  ]);
});

it('[gate.when] a call is held only if its arguments match the condition', async () => {
  const when = { properties: { amount: { exclusiveMinimum: 10_000 } }, required: ['amount'] };
  const acting = await gated({ type: 'confirm', when });
  const { client, thread } = acting;
  const small = await converse(client, thread, script.replace('20', '31'));
  expect(small.state).toBe('closed');
  expect(paid(31)).toHaveLength(1);
  expect(await callsOf(client, small.id)).toMatchObject([
    { gate: null, gate_rule: { type: 'confirm', verdict: 'allow' } },
  ]);
  await held(acting, script.replace('20', '10001'));
  expect(paid(10_001)).toEqual([]);
});

it('[gate.forbidden-approver] [gate.inbox.actor] the subject may not approve its own call where that is excluded', async () => {
  const acting = await gated({ type: 'confirm', exclude_subject: true });
  const payment = await held(acting);
  const refused = await decide(acting.client, payment, 'ada');
  expect([refused.status, refused.error?.code]).toEqual([403, 'forbidden_approver']);
  const mayApprove = async (actor: string) =>
    (await acting.client.get<Approval[]>(`/v1/loom/approvals?actor=${actor}`)).data.length;
  expect([await mayApprove('ada'), await mayApprove('Ada%E2%80%8B'), await mayApprove('eve')]).toEqual([
    0, 0, 1,
  ]);
  const rejected = await decide(acting.client, payment, 'ada', { decision: 'reject' });
  expect(rejected.data).toMatchObject({ state: 'running' });
});

it('[gate.makers] [gate.inbox.actor] whoever wrote for the subject may not approve or revise what they asked for, an answer included', async () => {
  const acting = await gated({ type: 'confirm', exclude_subject: true });
  const { client, agent } = acting;
  const thread = await startThread(client, agent.id);
  const ask = `/call ask_user {"question":"Pay?"}\n---\n${script.replace('20', '151')}`;
  const asking = await converse(as(client, 'mia'), thread, ask);
  expect(asking.state).toBe('awaiting_input');
  await as(client, 'bo').post(`/v1/loom/threads/${thread}/messages`, { content: 'Yes.' });
  const pendingOf = async () => (await threadOf(client, thread)).pending_confirmation;
  await expect.poll(pendingOf).toBeDefined();
  const pending = await pendingOf();
  if (pending === undefined) throw new Error('nothing is held');
  const payment = { run: asking.id, call: pending.tool_call_id, pending };
  expect(pending.approvals).toEqual({ required: 1, given: [], excluded: ['ada', 'mia', 'bo'] });
  const revise = async (actor: string) =>
    await as(client, actor).post(`/v1/loom/runs/${payment.run}/revise`, {
      tool_call_id: payment.call,
      args: { amount: 1, to: 'Bo' },
    });
  for (const actor of ['ada', 'mia', 'Mia', 'bo']) {
    const [approved, revised] = [await decide(client, payment, actor), await revise(actor)];
    expect([approved.error?.code, revised.error?.code]).toEqual(['forbidden_approver', 'forbidden_approver']);
    expect((await client.get<Approval[]>(`/v1/loom/approvals?actor=${actor}`)).data).toEqual([]);
  }
  expect((await client.get<Approval[]>('/v1/loom/approvals?actor=eve')).data).toHaveLength(1);
  // However many ask at once, only those who have not asked for it decide.
  const decided = await Promise.all(
    Array.from({ length: 50 }, async (_, at) => await decide(client, payment, ['mia', 'bo'][at % 2] ?? '')),
  );
  expect(new Set(decided.map(({ error }) => error?.code))).toEqual(new Set(['forbidden_approver']));
  expect((await decide(client, payment, 'eve')).status).toBe(202);
  await settled(client, payment.run);
  expect(paid(151)).toHaveLength(1);
});

it('[gate.expiry] a call that nobody has decided is declined, and the run goes on', async () => {
  const acting = await gated({ type: 'confirm', ttl_seconds: 1, on_expiry: 'reject' });
  const { client, thread } = acting;
  const run = await settled(client, (await converse(client, thread, script)).id);
  // Held for a second, which may be over when the client looks for the first time.
  await expect
    .poll(async () => (await client.get<{ state: string }>(`/v1/loom/runs/${run.id}`)).data.state)
    .toBe('closed');
  const [call] = await callsOf(client, run.id);
  expect(call).toMatchObject({ status: 'failed', result: { declined: true, detail: { reason: 'expired' } } });
  const completed = (await eventsOf(service.db, run.id)).find(({ type }) => type === 'tool_call.completed');
  expect(completed?.data).toMatchObject({ status: 'declined' });
});

it('[gate.digest] [gate.digest.document] [gate.digest.compared] a digest is what anybody computes of what is shown, and another one is refused', async () => {
  const acting = await gated('confirm');
  const payment = await held(acting, script.replace('20', '41'));
  const { tool_call_id, patch_ref, connection, args, digest, document = '' } = payment.pending;
  expect(JSON.parse(document)).toEqual({
    tool_call_id,
    patch_ref,
    connection: { ...connection, configuration: expect.stringMatching(/^hmac-sha-256=:.+=:$/) },
    args,
    policy: null,
    origins: [{ path: '/amount', from: ['subject'] }],
  });
  expect(document).toBe(canonicalJson(JSON.parse(document)));
  expect(digest).toBe(`sha-256=:${createHash('sha256').update(document).digest('base64')}:`);
  const other = `sha-256=:${createHash('sha256').update('other').digest('base64')}:`;
  const stale = await decide(acting.client, payment, 'eve', { digest: other });
  expect([stale.status, stale.error?.code]).toEqual([409, 'stale_confirmation']);
  expect((await decide(acting.client, payment, 'eve', { digest: 'sha-256' })).status).toBe(422);
  expect((await decide(acting.client, payment, 'eve', { digest })).status).toBe(202);
});

it.each<[string, unknown]>([
  ['no approvals', { type: 'confirm', approvals: 0 }],
  ['six approvals', { type: 'confirm', approvals: 6 }],
  ['half an approval', { type: 'confirm', approvals: 1.5 }],
  ['another type', { type: 'ask' }],
  ['a misspelt option', { type: 'confirm', approval: 2 }],
  ['a condition that is none', { type: 'confirm', when: { properties: 1 } }],
  ['a condition that names what is not there', { type: 'confirm', when: { $ref: '#/$defs/none' } }],
])('[gate.options] a gate with %s is not published', async (_, gate) => {
  const { client } = await service.workspace();
  await client.post('/v1/patches', actingPatchDefinition);
  const definition = { key: 'a', name: 'A', instructions: '', model_class: 'scripted' };
  const patches = [{ ref: 'pay@1', gate }];
  const { status, error } = await client.post('/v1/agents', { ...definition, patches });
  expect([status, error?.code]).toEqual([422, 'invalid_request']);
});

const { wired: _, ...actingPatchDefinition } = actingPatch('pay', {});

it('[gate.options] an agent shows its gate as it was published, with a condition that BSON could not hold', async () => {
  const when = { properties: { to: { enum: [{ $ref: 'x', $id: 'y' }, { _bsontype: 'z' }] } } };
  const gate: Gate = { type: 'confirm', when, approvals: 5, exclude_subject: false, ttl_seconds: 60 };
  const { client, agent } = await gated(gate);
  const { data } = await client.get<typeof agent>(`/v1/agents/${agent.id}`);
  expect(data.patches).toContainEqual({ ref: 'pay@1', gate });
});

it('[gate.approvals] [gate.withdraw] of 50 approvals and withdrawals at once, a payment is made at most once, by two who have not taken theirs back', async () => {
  const acting = await gated({ type: 'confirm', approvals: 2 });
  const { client } = acting;
  const payment = await held(acting, script.replace('20', '51'));
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) =>
      index % 5 === 4
        ? await withdraw(client, payment, `actor-${index % 3}`)
        : await decide(client, payment, `actor-${index % 3}`),
    ),
  );
  const unexpected = answers.filter(
    ({ status, error }) => status !== 202 && error?.code !== 'unknown_confirmation',
  );
  expect(unexpected).toEqual([]);
  // Withdrawals may have left it with fewer than two.
  for (const actor of ['actor-0', 'actor-1']) await decide(client, payment, actor);
  await settled(client, payment.run);
  expect(paid(51)).toHaveLength(1);
  const [call] = await callsOf(client, payment.run);
  const counted = (call?.decisions ?? []).filter(({ withdrawn_at }) => withdrawn_at === undefined);
  expect(counted).toHaveLength(2);
  expect(new Set(counted.map(({ actor }) => actor)).size).toBe(2);
});

it('[confirm.race] of 50 approvals and rejections at once one is accepted, and a payment is made only if that was an approval', async () => {
  const acting = await gated('confirm');
  const { client } = acting;
  const payment = await held(acting, script.replace('20', '52'));
  const verdicts = ['approve', 'reject'] as const;
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const decision = verdicts[index % 2];
      const { status, error } = await decide(client, payment, `actor-${index}`, { decision });
      return { decision, status, code: error?.code };
    }),
  );
  const accepted = answers.filter(({ status }) => status === 202);
  expect(accepted).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 202).map(({ code }) => code);
  expect(new Set(refused)).toEqual(new Set(['unknown_confirmation']));
  await settled(client, payment.run);
  const [call] = await callsOf(client, payment.run);
  expect(call?.decisions).toMatchObject([{ decision: accepted[0]?.decision }]);
  expect(paid(52)).toHaveLength(accepted[0]?.decision === 'approve' ? 1 : 0);
});

it('[gate.approvals] of 25 last approvals and 25 cancellations at once, a payment is made at most once, and never by a run that nobody has approved', async () => {
  const acting = await gated({ type: 'confirm', approvals: 2 });
  const { client } = acting;
  const payment = await held(acting, script.replace('20', '53'));
  await decide(client, payment, 'eve');
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) =>
      index % 2 === 0
        ? await decide(client, payment, `actor-${index}`)
        : await client.post(`/v1/loom/runs/${payment.run}/cancel`),
    ),
  );
  const unexpected = answers.filter(
    ({ status, error }) => status !== 202 && error?.code !== 'unknown_confirmation',
  );
  expect(unexpected).toEqual([]);
  const { state, reason } = await settled(client, payment.run);
  expect([state, reason]).toEqual(['closed', 'cancelled']);
  const [call] = await callsOf(client, payment.run);
  // A run that was cancelled before the last approval has made nothing, and one that was cancelled after it at most one payment.
  expect(paid(53).length).toBeLessThanOrEqual(call?.decision === undefined ? 0 : 1);
  expect(call?.status).toBe(paid(53).length === 1 ? 'ok' : 'failed');
});
