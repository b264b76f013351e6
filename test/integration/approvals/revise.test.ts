import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Approval } from '#contract/approval.ts';
import type { RevisedCall } from '#contract/decisions.ts';
import type { Gate } from '#contract/gate.ts';
import type { PendingConfirmation } from '#contract/thread.ts';
import { converse, settled, startThread } from '#clients/raw/conversation.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { type Acting, callsOf, startActing, threadOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { forgetResponses, isReplayed } from '../../support/idempotency.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perFile(startHost);

interface Held extends Acting {
  run: string;
  pending: PendingConfirmation;
}

/** A payment that is held. */
async function held(amount: number, gate: Gate): Promise<Held> {
  const pay = actingPatch('pay', {
    wired: { gate },
    input_schema: {
      type: 'object',
      properties: { amount: { type: 'number' }, to: { type: 'string' } },
      required: ['amount', 'to'],
    },
    request: { method: 'POST', path: '/payments', body: { amount: '{{amount}}', to: '{{to}}' } },
    redact: { args: ['/to'] },
  });
  const acting = await startActing(service, { host, patches: [pay] });
  const script = `/call pay {"amount":${amount},"to":"Bo ${amount}"}\n---\n/say {{last}}`;
  const { id: run } = await converse(acting.client, acting.thread, script);
  const { pending_confirmation: pending } = await threadOf(acting.client, acting.thread);
  if (pending === undefined) throw new Error('nothing is held');
  return { ...acting, run, pending };
}

const as = (client: ApiClient, actor: string) => client.with({ headers: { 'service-actor': actor } });
const revise = async ({ client, run, pending }: Held, actor: string, args: object, more: object = {}) =>
  await as(client, actor).post<RevisedCall>(`/v1/loom/runs/${run}/revise`, {
    tool_call_id: pending.tool_call_id,
    args,
    ...more,
  });
const decide = async (
  { client, run }: Held,
  actor: string,
  tool_call_id: string,
  decision: 'approve' | 'reject' = 'approve',
) => await as(client, actor).post(`/v1/loom/runs/${run}/confirm`, { tool_call_id, decision });
const paid = (to: string) => host.calls.filter(({ body }) => (body as { to: string }).to === to);

it('[gate.revise] [gate.revise.waits] [gate.revise.redacted] [gate.revise.told] a payment is made as an approver has corrected it, when another one approves', async () => {
  const payment = await held(61, { type: 'confirm', approvals: 2 });
  const { client, run, pending, thread } = payment;
  await decide(payment, 'mia', pending.tool_call_id);
  const revised = await revise(
    payment,
    'eve',
    { amount: 16, to: '[redacted]' },
    { detail: { note: 'typo' } },
  );
  expect([revised.status, revised.data]).toMatchObject([
    202,
    { state: 'awaiting_input', revised_from: pending.tool_call_id, same_args: false },
  ]);
  const { tool_call_id } = revised.data;
  const shown = {
    tool_call_id,
    revised_from: pending.tool_call_id,
    args: { amount: 16, to: '[redacted]' },
    approvals: { required: 2, given: [{ actor: 'eve' }] },
  };
  expect((await threadOf(client, thread)).pending_confirmation).toMatchObject(shown);
  expect((await client.get<Approval[]>('/v1/loom/approvals')).data).toMatchObject([shown]);
  expect((await decide(payment, 'mia', pending.tool_call_id)).error?.code).toBe('unknown_confirmation');
  expect((await revise(payment, 'mia', pending.args)).error?.code).toBe('unknown_confirmation');
  expect((await decide(payment, 'mia', tool_call_id)).data).toMatchObject({ state: 'running' });
  const { message } = await settled(client, run);
  expect(paid('Bo 61').map(({ body }) => body)).toEqual([{ amount: 16, to: 'Bo 61' }]);
  // The model gets both.
  expect(JSON.parse(message?.content ?? '{}')).toMatchObject({
    declined: true,
    detail: { note: 'typo', revised: true },
    revised: [{ args: { amount: 16 } }],
  });
  const [first, next] = await callsOf(client, run);
  expect(first).toMatchObject({ status: 'failed', result: { declined: true, detail: { revised: true } } });
  expect(next).toMatchObject({ status: 'ok', revised_from: pending.tool_call_id, args: { amount: 16 } });
});

it('[gate.revise] [gate.revise.approves] arguments that are not valid change nothing, and equal ones are accepted', async () => {
  const payment = await held(62, 'confirm');
  const invalid = await revise(payment, 'eve', { amount: 'much', to: 'Bo' });
  expect([invalid.status, invalid.error?.code]).toEqual([422, 'invalid_args']);
  const { pending_confirmation } = await threadOf(payment.client, payment.thread);
  expect(pending_confirmation).toEqual(payment.pending);
  const equal = await revise(payment, 'eve', payment.pending.args);
  expect([equal.status, equal.data]).toMatchObject([202, { state: 'running', same_args: true }]);
  await settled(payment.client, payment.run);
  expect(paid('Bo 62')).toHaveLength(1);
});

it('[gate.revise] a request that is repeated after its process was killed has the same answer, and revises once', async () => {
  const payment = await held(64, { type: 'confirm', approvals: 2 });
  const eve = payment.client.with({
    headers: { 'service-actor': 'eve', 'idempotency-key': randomUUID() },
  });
  const revision = { tool_call_id: payment.pending.tool_call_id, args: { amount: 46, to: '[redacted]' } };
  const ask = async () => await eve.post<RevisedCall>(`/v1/loom/runs/${payment.run}/revise`, revision);
  const first = await ask();
  await forgetResponses(service.db);
  const second = await ask();
  expect([second.status, second.data]).toEqual([202, first.data]);
  expect(isReplayed(second)).toBe(false);
  expect(await callsOf(payment.client, payment.run)).toHaveLength(2);
});

it('[gate.revise.race] of 50 revisions, approvals and rejections of one call at once, at most one is made, as an accepted one said', async () => {
  const payment = await held(63, 'confirm');
  const { client, run, pending } = payment;
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const actor = `actor-${index}`;
      if (index % 3 === 0) {
        const { status, error } = await revise(payment, actor, { amount: 1000 + index, to: 'Bo 63' });
        return { says: 1000 + index, status, code: error?.code };
      }
      const decision = index % 3 === 1 ? 'approve' : 'reject';
      const { status, error } = await decide(payment, actor, pending.tool_call_id, decision);
      return { says: decision === 'approve' ? 63 : undefined, status, code: error?.code };
    }),
  );
  const accepted = answers.filter(({ status }) => status === 202);
  expect(accepted).toHaveLength(1);
  const others = answers.filter(({ status }) => status !== 202).map(({ code }) => code);
  expect(new Set(others)).toEqual(new Set(['unknown_confirmation']));
  await settled(client, run);
  const says = accepted[0]?.says;
  expect(paid('Bo 63').map(({ body }) => (body as { amount: number }).amount)).toEqual(
    says === undefined ? [] : [says],
  );
});

it('[gate.revise.most] an actor corrects at most 20 calls in a day, whatever the run, and others go on', async () => {
  const first = await held(71, { type: 'confirm', approvals: 2 });
  const { id: second } = await converse(
    first.client,
    await startThread(first.client, first.agent.id),
    '/call pay {"amount":72,"to":"Bo 72"}\n---\n/say {{last}}',
  );
  const inbox = (await first.client.get<Approval[]>('/v1/loom/approvals')).data;
  const pending = inbox.find(({ run_id }) => run_id === second);
  if (pending === undefined) throw new Error('nothing is held');
  const payments = [
    first,
    { ...first, run: second, pending: { ...first.pending, tool_call_id: pending.tool_call_id } },
  ];
  for (let made = 0; made < 20; made += 1) {
    const payment = payments[made % 2] ?? first;
    const refused = await revise(payment, 'eve', { amount: 'much', to: 'Bo' });
    expect(refused.error?.code).toBe('invalid_args');
    // However the name is written.
    const eve = made % 2 === 0 ? 'eve' : 'E ve';
    const { status, data } = await revise(payment, eve, { amount: 100 + made, to: '[redacted]' });
    expect(status).toBe(202);
    payment.pending = { ...payment.pending, tool_call_id: data.tool_call_id };
  }
  const more = await revise(first, 'eve', { amount: 1, to: '[redacted]' });
  expect([more.status, more.error?.code]).toEqual([429, 'rate_limited']);
  expect(Number(more.headers.get('retry-after'))).toBeGreaterThan(3600);
  expect((await revise(first, 'mia', { amount: 1, to: '[redacted]' })).status).toBe(202);
});

it('[gate.revise.right] [gate.revise.race] whoever may not approve corrects nothing, however many try at once', async () => {
  const when = { properties: { amount: { minimum: 100 } } };
  const payment = await held(171, { type: 'confirm', when, exclude_subject: true });
  const { client, run } = payment;
  const revisions = await Promise.all(
    Array.from({ length: 50 }, async (_, at) =>
      at % 2 === 0
        ? await revise(payment, 'ada', { amount: 1, to: 'Bo 171' })
        : // Whether the arguments are valid is not revealed.
          await revise(payment, 'ADA', { amount: 'much' }),
    ),
  );
  expect(new Set(revisions.map(({ error }) => error?.code))).toEqual(new Set(['forbidden_approver']));
  expect(paid('Bo 171')).toEqual([]);
  // For somebody who may approve, what nothing holds is made at once.
  expect((await revise(payment, 'eve', { amount: 1, to: 'Bo 171' })).data).toMatchObject({
    state: 'running',
  });
  await settled(client, run);
  expect(paid('Bo 171').map(({ body }) => body)).toEqual([{ amount: 1, to: 'Bo 171' }]);
});
