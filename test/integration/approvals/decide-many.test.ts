import { expect, it } from 'vitest';
import type { Approval } from '#contract/approval.ts';
import type { AuditEntry } from '#contract/audit.ts';
import type { DecidedCall } from '#contract/decided-call.ts';
import type { DecidedItems } from '#contract/decide-many.ts';
import type { PendingConfirmation } from '#contract/thread.ts';
import { converse, settled, startThread } from '#clients/raw/conversation.ts';
import { setWorkspaceRate } from '#store/credentials/workspaces.ts';
import { newId } from '#store/mongo/ids.ts';
import { type Acting, callsOf, startActing, threadOf, traceOf } from '../../support/acting-run.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { createConnection } from '../../support/connections.ts';
import { forgetResponses, isReplayed } from '../../support/idempotency.ts';
import { perFile } from '../../support/per-file.ts';
import { daily, holdAll, startPaying } from '../../support/policies.ts';
import { sharedService } from '../../support/service.ts';
import { directClient, registerSigner } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService();
const host = perFile(startHost);

interface Held {
  run: string;
  thread: string;
  item: { run_id: string; tool_call_id: string };
  pending: PendingConfirmation;
}

/** A workspace whose payments need as many approvals. */
async function paying(approvals = 1): Promise<Acting> {
  const gate = { type: 'confirm' as const, approvals };
  const request = { method: 'POST' as const, path: '/pay', body: { amount: '{{amount}}', to: '{{to}}' } };
  return await startActing(service, { host, patches: [actingPatch('pay', { wired: { gate }, request })] });
}

async function hold({ client, agent }: Acting, to: string, subject = 'ada'): Promise<Held> {
  const by = client.as(subject);
  const thread = await startThread(by, agent.id);
  const { id: run } = await converse(by, thread, `/call pay {"amount":5,"to":"${to}"}\n---\n/say {{last}}`);
  const { pending_confirmation: pending } = await threadOf(by, thread);
  if (pending === undefined) throw new Error('nothing is held');
  return { run, thread, pending, item: { run_id: run, tool_call_id: pending.tool_call_id } };
}

/** Acts for the whole workspace, as this person. */
const person = (client: ApiClient, actor: string) =>
  client.ofWorkspace().with({ headers: { 'service-actor': actor } });
const decide = async (by: ApiClient, items: object[], parts: object = {}) =>
  await by.post<DecidedItems>('/v1/loom/approvals/decide', { decision: 'approve', items, ...parts });
const paidTo = (to: string) => host.calls.filter(({ body }) => (body as { to?: string }).to === to).length;

it('[decide.many] [decide.many.results] [decide.many.id] decides on calls of several runs and subjects by one request, each by itself', async () => {
  const acting = await paying();
  const { client } = acting;
  const first = await hold(acting, 'decide-1');
  const other = await hold(acting, 'decide-2', 'bo');
  const stale = await hold(acting, 'decide-3');
  const foreign = await hold(await paying(), 'decide-4');
  const unknown = { run_id: stale.run, tool_call_id: newId() };
  const answer = await decide(
    person(client, 'mia'),
    [
      { ...first.item, digest: first.pending.digest },
      foreign.item,
      { ...stale.item, digest: first.pending.digest },
      other.item,
      unknown,
    ],
    { detail: { note: 'pay run' } },
  );
  expect(answer.status).toBe(200);
  expect(answer.data.results).toEqual([
    { ...first.item, result: 'accepted', state: 'running' },
    { ...foreign.item, result: 'refused', code: 'not_found', message: expect.any(String) },
    { ...stale.item, result: 'refused', code: 'stale_confirmation', message: expect.any(String) },
    { ...other.item, result: 'accepted', state: 'running' },
    { ...unknown, result: 'refused', code: 'unknown_confirmation', message: expect.any(String) },
  ]);
  expect((await settled(client, first.run)).state).toBe('closed');
  expect((await settled(client.as('bo'), other.run)).state).toBe('closed');
  expect(['decide-1', 'decide-2', 'decide-3', 'decide-4'].map(paidTo)).toEqual([1, 1, 0, 0]);
  const waiting = (await client.ofWorkspace().get<Approval[]>('/v1/loom/approvals')).data;
  expect(waiting.map(({ run_id }) => run_id)).toEqual([stale.run]);

  const { decision_id } = answer.data;
  const [call] = await callsOf(client, first.run);
  expect(call?.decisions).toMatchObject([{ actor: 'mia', decision_id, detail: { note: 'pay run' } }]);
  const decided = (await client.ofWorkspace().get<DecidedCall[]>('/v1/loom/approvals/decided')).data;
  expect(decided).toMatchObject([{ decision_id }, { decision_id }]);
  const entries = (await client.ofWorkspace().get<AuditEntry[]>('/v1/audit')).data;
  const recorded = entries.filter(({ type }) => type === 'call.decided');
  expect(recorded.map(({ actor, details }) => [actor, details?.['decision_id']])).toEqual([
    ['mia', decision_id],
    ['mia', decision_id],
  ]);
  const { data: receipt } = await client.get<{ jws: string }>(
    `/v1/loom/runs/${first.run}/receipt?tool_call_id=${first.item.tool_call_id}`,
  );
  const [, payload = ''] = receipt.jws.split('.');
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
    decisions: [{ actor: 'mia', decision_id }],
  });
});

it('[decide.many.id] rejects, and one of two approvals is shown with the decision that it belongs to', async () => {
  const acting = await paying(2);
  const [one, two] = [await hold(acting, 'decide-5'), await hold(acting, 'decide-6')];
  const approved = await decide(person(acting.client, 'eve'), [one.item, two.item]);
  const { decision_id } = approved.data;
  expect(approved.data.results).toMatchObject([{ state: 'awaiting_input' }, { state: 'awaiting_input' }]);
  const shown = (await threadOf(acting.client, one.thread)).pending_confirmation?.approvals?.given;
  expect(shown).toMatchObject([{ actor: 'eve', decision_id }]);
  const rejected = await decide(person(acting.client, 'mia'), [two.item, one.item], { decision: 'reject' });
  expect(rejected.data.results.map(({ run_id, result }) => [run_id, result])).toEqual([
    [two.run, 'accepted'],
    [one.run, 'accepted'],
  ]);
  for (const { run } of [one, two]) await settled(acting.client, run);
  expect([paidTo('decide-5'), paidTo('decide-6')]).toEqual([0, 0]);
});

it('[decide.many.input] refuses a request with no item, with 101, with a call twice, with no person, or with another decision', async () => {
  const acting = await paying();
  const { item, run } = await hold(acting, 'decide-7');
  const { client } = acting;
  const some = (count: number) =>
    Array.from({ length: count }, () => ({ run_id: run, tool_call_id: newId() }));
  const mia = person(client, 'mia');
  const invalid = [422, 'invalid_request'];
  expect(verdict(await decide(mia, []))).toEqual(invalid);
  expect(verdict(await decide(mia, [...some(100), item]))).toEqual(invalid);
  expect(verdict(await decide(mia, [item, item]))).toEqual(invalid);
  expect(verdict(await decide(mia, [item, { ...item, run_id: newId() }]))).toEqual(invalid);
  expect(verdict(await decide(mia, [{ ...item, decision: 'approve' }]))).toEqual(invalid);
  expect(verdict(await decide(mia, [item], { decision: 'allow' }))).toEqual([422, 'invalid_decision']);
  expect(verdict(await decide(client.ofWorkspace(), [item]))).toEqual([422, 'actor_required']);
  expect((await threadOf(client, (await traceOf(client, run)).thread_id)).pending_confirmation).toMatchObject(
    {
      tool_call_id: item.tool_call_id,
      approvals: { given: [] },
    },
  );
  expect((await decide(mia, [...some(99), item])).data.results.at(-1)?.result).toBe('accepted');
  await settled(client, run);
});

it('[decide.many.scope] with a subject or a session token, calls of others and of other connections are not found', async () => {
  const acting = await paying();
  const { client } = acting;
  const own = await hold(acting, 'decide-8');
  const others = await hold(acting, 'decide-9', 'bo');
  const codes = async (by: ApiClient, ...items: object[]) =>
    (await decide(by, items)).data.results.map(({ result, code }) => code ?? result);
  const signer = await registerSigner(client);
  const elsewhere = await createConnection(client, { name: 'elsewhere' });
  const bound = await directClient(client, signer, { sub: 'ada', connection: elsewhere.id });
  expect(await codes(bound, own.item)).toEqual(['not_found']);
  expect(await codes(client.as('bo'), own.item)).toEqual(['not_found']);
  const token = await directClient(client, signer, { sub: 'ada' });
  expect(await codes(token, others.item, own.item)).toEqual(['not_found', 'accepted']);
  expect(await codes(client.as('bo'), others.item)).toEqual(['accepted']);
  await settled(client, own.run);
  await settled(client.as('bo'), others.run);
  expect([paidTo('decide-8'), paidTo('decide-9')]).toEqual([1, 1]);
  const reader = await client
    .ofWorkspace()
    .post<{ key: string }>('/v1/api-keys', { name: 'talks', scopes: ['converse'] });
  const talking = client.ofWorkspace().with({ apiKey: reader.data.key });
  expect(verdict(await decide(person(talking, 'mia'), [own.item]))).toEqual([403, 'forbidden']);
});

it('[decide.many.retry] under one Idempotency-Key, a retry continues what a crash cut off, and decides nothing twice', async () => {
  const acting = await paying(2);
  const { client } = acting;
  const [one, two] = [await hold(acting, 'decide-10'), await hold(acting, 'decide-11')];
  const keyed = client
    .ofWorkspace()
    .with({ headers: { 'service-actor': 'eve', 'idempotency-key': newId() } });
  const first = await decide(keyed, [one.item, two.item]);
  await forgetResponses(service.db);
  // As if the process had ended before it came to the second.
  await service.db.tool_calls.updateOne(
    { _id: two.item.tool_call_id },
    { $unset: { approvals: '', approval_changes: '' } },
  );
  const next = await decide(keyed, [one.item, two.item]);
  expect([next.status, next.data, isReplayed(next)]).toEqual([200, first.data, false]);
  const replayed = await decide(keyed, [one.item, two.item]);
  expect([replayed.data, isReplayed(replayed)]).toEqual([first.data, true]);
  for (const { run, item } of [one, two]) {
    const call = await service.db.tool_calls.findOne({ _id: item.tool_call_id, run_id: run });
    expect(call?.approvals).toMatchObject([{ actor: 'eve', decision_id: first.data.decision_id }]);
  }
});

it('[decide.many.race] of fifty requests at once over the same calls, each call is decided on once', async () => {
  const acting = await paying();
  const { client } = acting;
  const held: Held[] = [];
  for (let number = 0; number < 6; number += 1) held.push(await hold(acting, `race-${number}`));
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const items = held.slice(index % 3, (index % 3) + 4).map(({ item }) => item);
      const decision = index % 2 === 0 ? 'approve' : 'reject';
      return { decision, answer: await decide(person(client, `person ${index}`), items, { decision }) };
    }),
  );
  for (const { run, item, thread } of held) {
    const accepted = answers.filter(({ answer }) =>
      answer.data.results.some(({ result, run_id }) => run_id === run && result === 'accepted'),
    );
    expect([thread, accepted.length]).toEqual([thread, 1]);
    await settled(client, run);
    const [call] = await callsOf(client, run);
    expect(call?.decisions).toMatchObject([{ decision_id: accepted[0]?.answer.data.decision_id }]);
    const sent = host.calls.filter(({ headers }) => headers['idempotency-key'] === item.tool_call_id);
    expect(sent.length).toBe(accepted[0]?.decision === 'approve' ? 1 : 0);
  }
});

it('[decide.many.results] [decide.many.together] of three payments of a run, the one that passes a limit is refused, and the others are sent', async () => {
  const acting = await startPaying(service, { rules: holdAll, limits: [daily()] }, { host });
  const { client, thread } = acting;
  const calls = [37, 38, 39].map((amount) => `/call pay {"amount":${amount}}`);
  const { id: run } = await converse(client, thread, [...calls, '---', '/say done'].join('\n'));
  const { pending_confirmations: held = [] } = await threadOf(client, thread);
  const items = held.map(({ tool_call_id }) => ({ run_id: run, tool_call_id }));
  const { data } = await decide(person(client, 'eve'), items);
  expect(data.results.map(({ code, state }) => code ?? state)).toEqual([
    'awaiting_input',
    'awaiting_input',
    'limit_reached',
  ]);
  const rejected = await decide(person(client, 'eve'), items, { decision: 'reject' });
  expect(rejected.data.results.map(({ code, state }) => code ?? state)).toEqual([
    'unknown_confirmation',
    'unknown_confirmation',
    'running',
  ]);
  await settled(client, run);
  expect((await callsOf(client, run)).map(({ status }) => status)).toEqual(['ok', 'ok', 'failed']);
  for (const { run_id: _, tool_call_id } of items.slice(0, 2)) {
    const sent = host.calls.filter(({ headers }) => headers['idempotency-key'] === tool_call_id);
    expect(sent).toHaveLength(1);
  }
});

it('[decide.many.rate] each item counts as a request: if fewer are left, nothing is decided', async () => {
  const acting = await paying();
  const perMinute = 60;
  const held = await hold(acting, 'decide-rate');
  const by = person(acting.client, 'mia');
  // A new minute, because the requests before it were granted by a larger rate.
  await service.db.rate_limits.updateOne({ _id: acting.workspace }, { $set: { resets_at: Date.now() - 1 } });
  await setWorkspaceRate(service.db, acting.workspace, perMinute);
  const limit = async () => (await by.get('/v1/agents')).headers.get('ratelimit-limit');
  await expect.poll(limit, { interval: 1000 }).toBe(String(perMinute));
  const many = (count: number) => [
    held.item,
    ...Array.from({ length: count - 1 }, () => ({ run_id: newId(), tool_call_id: newId() })),
  ];
  const refused = await decide(by, many(perMinute + 1));
  expect(refused).toMatchObject({ status: 429, error: { code: 'rate_limited' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const left = Number(refused.headers.get('ratelimit-remaining'));
  expect(left).toBeGreaterThan(10);
  expect((await threadOf(acting.client, held.thread)).pending_confirmation).toEqual(held.pending);
  const decided = await decide(by, many(8));
  expect(decided.data.results[0]).toMatchObject({ result: 'accepted' });
  // The refused request has spent one, the read of the thread another one, and then each of the eight items.
  expect(Number(decided.headers.get('ratelimit-remaining'))).toBe(left - 1 - 8);
});
