import { expect, it } from 'vitest';
import { post, settled, startThread } from '#clients/raw/conversation.ts';
import type { Approval } from '#contract/approval.ts';
import { actingPatch, json, publishActing, startHost } from '../../support/acting.ts';
import { type Acting, callsOf, startActing, threadOf } from '../../support/acting-run.ts';
import { afterNextConnection, afterNextLook } from '../../support/after-next-look.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { directedModels } from '../../support/directed-models.ts';
import { perFile, perTest } from '../../support/per-file.ts';
import { startService } from '../../support/service.ts';

const models = directedModels();
const service = perFile(() => startService({ models }));
const host = perTest(startHost);
const as = (client: ApiClient, actor: string) => client.with({ headers: { 'service-actor': actor } });

const payBo = { name: 'pay', args: { amount: 82_000, to: 'Bo' } };

async function start(): Promise<Acting> {
  const patches = [actingPatch('note'), actingPatch('pay', { wired: { gate: 'confirm' } })];
  return await startActing(service, { host, patches, agent: { model_class: 'fast' } });
}

/** The call of a run that is held. */
async function heldOf({ client }: Acting, run: string): Promise<Approval> {
  const { data } = await client.get<Approval[]>('/v1/loom/approvals');
  const held = data.find(({ run_id }) => run_id === run);
  if (held === undefined) throw new Error('nothing is held');
  return held;
}

async function decide({ client }: Acting, actor: string, held: Approval, decision: string): Promise<void> {
  const { run_id, tool_call_id } = held;
  const { status } = await as(client, actor).post(`/v1/loom/runs/${run_id}/confirm`, {
    tool_call_id,
    decision,
  });
  expect(status).toBe(202);
}

/** A payment to somebody else is rejected first: from then on, it is looked up what was. */
async function rejectAnother(acting: Acting): Promise<void> {
  const run = await post(acting.client, acting.thread, 'Pay Ann.');
  (await models.turn()).end({ name: 'pay', args: { amount: 1, to: 'Ann' } });
  await settled(acting.client, run);
  await decide(acting, 'eve', await heldOf(acting, run), 'reject');
  (await models.turn()).end();
  await settled(acting.client, run);
}

/** A payment that is held, and another run of the thread whose turn the test makes. */
async function beside(acting: Acting) {
  const { client, thread } = acting;
  const first = await post(client, thread, 'Pay Bo.');
  const firstTurn = await models.turn();
  const second = await post(client, thread, 'Pay Bo!');
  firstTurn.end(payBo);
  await settled(client, first);
  const held = await heldOf(acting, first);
  const reject = async () => await decide(acting, 'eve', held, 'reject');
  return { first, held, reject, second, turn: await models.turn() };
}

/** Ends the turns that follow, with words. */
async function endTurns(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) (await models.turn()).end();
}

async function expectRefused({ client }: Acting, run: string, rejected: Approval): Promise<void> {
  expect(await settled(client, run)).toMatchObject({ state: 'closed', reason: 'finished' });
  expect((await callsOf(client, run)).at(-1)).toMatchObject({
    status: 'failed',
    error: { code: 'rejected_before' },
    rejected_before: { run_id: rejected.run_id, tool_call_id: rejected.tool_call_id, by: 'eve' },
  });
  expect((await client.get<Approval[]>('/v1/loom/approvals')).data).toEqual([]);
  expect(host.calls.filter(({ path }) => path === '/pay')).toEqual([]);
}

const threads = [
  { kind: 'the first one of its thread', prepare: async () => {}, after: afterNextConnection },
  { kind: 'not the first one of its thread', prepare: rejectAnother, after: afterNextLook },
];

it.each(threads)(
  '[gate.rejected-before.turn] a rejection between the look at what a turn asks for and its write, $kind, refuses the call',
  async ({ prepare, after }) => {
    const acting = await start();
    await prepare(acting);
    const { held, reject, second, turn } = await beside(acting);
    const isOver = after(service.db, reject);
    turn.end(payBo);
    await endTurns(2);
    await expectRefused(acting, second, held);
    expect(isOver()).toBe(true);
  },
);

it.each(threads)(
  '[gate.rejected-before.turn] a rejection between the look at a call whose turn to be held has come and its write, $kind, refuses the call',
  async ({ prepare, after }) => {
    const acting = await start();
    await prepare(acting);
    const { held, reject, second, turn } = await beside(acting);
    let isOver = () => false;
    host.answer = (_, response) => {
      isOver = after(service.db, reject);
      json(response, 200, { ok: true });
    };
    turn.end({ name: 'note', args: {} }, payBo);
    await endTurns(2);
    await expectRefused(acting, second, held);
    expect(isOver()).toBe(true);
  },
);

it.each(threads)(
  '[gate.rejected-before.revised] a rejection between the look at corrected arguments and their write, $kind, is shown, and the correction is no approval',
  async ({ prepare, after }) => {
    const acting = await start();
    await prepare(acting);
    const { client, thread } = acting;
    const { first, reject, second, turn, held } = await beside(acting);
    turn.end({ name: 'pay', args: { amount: 10, to: 'Bo' } });
    await settled(client, second);
    const small = await heldOf(acting, second);
    const isOver = after(service.db, reject);
    const revised = await as(client, 'mia').post(`/v1/loom/runs/${second}/revise`, {
      tool_call_id: small.tool_call_id,
      args: payBo.args,
    });
    expect(revised).toMatchObject({ status: 202, data: { state: 'awaiting_input' } });
    expect(isOver()).toBe(true);
    await endTurns(1);
    await settled(client, first);
    expect((await threadOf(client, thread)).pending_confirmation).toMatchObject({
      args: payBo.args,
      rejected_before: { tool_call_id: held.tool_call_id, by: 'eve' },
      approvals: { given: [] },
    });
    expect(host.calls).toHaveLength(0);
  },
);

it('[gate.rejected-before.turn] a call that was approved beside the rejected one is not made either when the subject has written before it is', async () => {
  const acting = await start();
  const { client, thread } = acting;
  const { first, held, reject, second, turn } = await beside(acting);
  turn.end(payBo);
  await settled(client, second);
  await reject();
  // The first run works until its turn ends, and the second one waits for that.
  const blocking = await models.turn();
  await decide(acting, 'mia', await heldOf(acting, second), 'approve');
  const third = await post(client, thread, 'And what is the weather like?');
  blocking.end();
  await endTurns(2);
  const ends = await Promise.all([settled(client, first), settled(client, third)]);
  expect(ends).toMatchObject([{ state: 'closed' }, { state: 'closed' }]);
  await expectRefused(acting, second, held);
});

it('[gate.rejected-before.turn] a call that was corrected to what its policy allows is not made if the same was rejected before it is', async () => {
  const allOf = (rules: object[]) => ({ key: 'payments', rules: [...rules, { name: 'All', then: 'hold' }] });
  const small = {
    type: 'object',
    properties: { args: { type: 'object', properties: { amount: { maximum: 10 } } } },
  };
  const gate = { type: 'policy', policy: 'payments' } as const;
  const { id: workspace, client } = await service.workspace({ subject: 'ada' });
  expect((await client.post('/v1/approval-policies', allOf([]))).status).toBe(201);
  const agent = await publishActing(client, host, [actingPatch('pay', { wired: { gate } })], {
    model_class: 'fast',
  });
  const thread = await startThread(client, agent.id);
  const acting = { workspace, client, agent, thread };
  const payFive = { name: 'pay', args: { amount: 5, to: 'Bo' } };
  const first = await post(client, thread, 'Pay Bo.');
  const firstTurn = await models.turn();
  const second = await post(client, thread, 'Pay Bo more.');
  const third = await post(client, thread, 'And what is the weather like?');
  firstTurn.end(payFive);
  (await models.turn()).end({ name: 'pay', args: { amount: 20, to: 'Bo' } });
  // It works until its turn ends, and the run's continuation waits for that.
  const blocking = await models.turn();
  const [held, more] = [await heldOf(acting, first), await heldOf(acting, second)];
  const loosened = allOf([{ name: 'Small', when: small, then: 'allow' }]);
  expect((await client.post('/v1/approval-policies', loosened)).status).toBe(201);
  const revised = await as(client, 'mia').post(`/v1/loom/runs/${second}/revise`, {
    tool_call_id: more.tool_call_id,
    args: payFive.args,
  });
  expect(revised).toMatchObject({ status: 202, data: { state: 'running' } });
  await decide(acting, 'eve', held, 'reject');
  blocking.end();
  await endTurns(2);
  const ends = await Promise.all([settled(client, first), settled(client, third)]);
  expect(ends).toMatchObject([{ state: 'closed' }, { state: 'closed' }]);
  await expectRefused(acting, second, held);
});
