import { afterAll, beforeAll, expect, it } from 'vitest';
import { Context } from '@temporalio/activity';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { applyInput } from '#loom/apply-input.ts';
import { newId, replyId } from '#store/mongo/ids.ts';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { startActing } from '../../support/acting-run.ts';
import { closedWorkflow } from '../../support/closed-workflow.ts';
import { post, settled } from '../../support/conversation.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { judged, tool, turn } from '../../support/lifecycle/documents.ts';
import { untilLooked } from '../../support/looked-run.ts';
import { storedCalls } from '../../support/lost-attempt.ts';
import { directedModels, type DirectedTurn } from '../../support/directed-models.ts';
import { startService, type TestService } from '../../support/service.ts';
import { makeOverdue, sweepingOf } from '../../support/sweeping.ts';
import { openUnstartedRun } from '../../support/unstarted-run.ts';

/** A call by which a run asks the user. */
const asking = judged(tool({ key: 'ask_user', ref: 'ask_user@1', interaction: 'interactive' }));

const models = directedModels();
let service: TestService;
/** Called before a turn is written. */
let beforeWrite = async () => {};
beforeAll(async () => {
  service = await startService({ models });
  const { db } = service;
  const transaction = db.transaction.bind(db);
  db.transaction = async (work) => {
    if (isModelTurn()) await beforeWrite();
    return await transaction(work);
  };
});
afterAll(async () => await service.stop());

function isModelTurn(): boolean {
  try {
    return Context.current().info.activityType === 'callModel';
  } catch {
    return false;
  }
}

/**
 * A run whose workflow dies while its turn is being taken, so that it tells nobody of what comes of it, and the run
 * behind it in the line.
 */
async function workAndDie(
  client: ApiClient,
  thread: string,
  end: (turn: DirectedTurn) => void,
  openNext: () => Promise<string>,
): Promise<{ first: string; next: string }> {
  const run = await post(client, thread, 'Hello');
  const next = await openNext();
  const [written, dead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  beforeWrite = async () => {
    written.resolve();
    await dead.promise;
  };
  // The model has answered before: the next heartbeat would tell the activity that nobody waits for it any more.
  end(await models.turn());
  await written.promise;
  await service.temporal.workflow.getHandle(runWorkflowId(run)).terminate('dies before it tells');
  dead.resolve();
  await waitUntil(async () => (await service.db.runs.findOne({ _id: run }))?.state !== 'running', {
    timeoutMs: 60_000,
    what: 'the run has left its turn',
  });
  return { first: run, next };
}

/** Opens a run behind another one, which has seen that it must wait until it is let in. */
async function postInLine(client: ApiClient, thread: string): Promise<string> {
  const run = await post(client, thread, 'Hello');
  await untilLooked(service.temporal, run);
  return run;
}

function sayOk(turn: DirectedTurn): void {
  turn.say('ok');
  turn.end();
}
const agent = { model_class: 'fast' as const };

it.each([
  ['ends', sayOk, 'closed'],
  [
    'pauses',
    (turn: DirectedTurn) => turn.end({ name: 'ask_user', args: { question: '?' } }),
    'awaiting_input',
  ],
])(
  '[run.order.let-in] the next run on a thread is let in when the one before it %s and its workflow dies right then',
  async (_, end, state) => {
    const { client, thread } = await startActing(service, { agent });
    const openNext = async () => await postInLine(client, thread);
    const { first, next } = await workAndDie(client, thread, end, openNext);
    const stored = await service.db.threads.findOne({ _id: thread });
    expect(stored?.outbox).toMatchObject({ kind: 'turn', run_id: next });
    expect(await service.db.runs.findOne({ _id: first })).toMatchObject({ state });
    await makeOverdue(service.db);
    const { sweep, called, close } = sweepingOf(service);
    await sweep();
    expect(called).toContainEqual(['letIn', next]);
    sayOk(await models.turn());
    expect(await settled(client, next)).toMatchObject({ state: 'closed', reason: 'finished' });
    expect((await service.db.threads.findOne({ _id: thread }))?.outbox).toBeUndefined();
    await close();
  },
);

it('[run.order.let-in] [invariant.unstarted-run-is-swept] one whose start was lost too is started, and not taken for one without a workflow', async () => {
  const { client, thread } = await startActing(service, { agent });
  const openNext = async () => await openUnstartedRun(service, thread);
  const { next } = await workAndDie(client, thread, sayOk, openNext);
  // Only the entry of the thread is due, and not that of the run.
  const due = (at: number) => ({ $set: { 'outbox.due_at': new Date(at) } });
  await service.db.threads.updateOne({ _id: thread }, due(0));
  await service.db.runs.updateOne({ _id: next }, due(Date.now() + 3_600_000));
  const { sweep, called, close } = sweepingOf(service);
  expect(await sweep()).toMatchObject({ failed: 0 });
  expect(called.filter(([, run]) => run === next)).toEqual([
    ['letIn', next],
    ['start', next],
  ]);
  sayOk(await models.turn());
  expect(await settled(client, next)).toMatchObject({ state: 'closed', reason: 'finished' });
  await close();
});

it.each([
  ['ended', [], 'closed'],
  ['paused', [asking], 'awaiting_input'],
])(
  '[run.order.stale-worker] a waiting run that a given-up worker has %s before it was let in goes on to its end',
  async (_, calls, state) => {
    const { client, thread } = await startActing(service, { agent });
    const openNext = async () => await postInLine(client, thread);
    const { next } = await workAndDie(client, thread, sayOk, openNext);
    const input = turn({ calls, message_id: replyId(next), pause_ttl_seconds: 600 });
    await applyInput(service.db, { run_id: next, thread_id: thread, turn_count: 0 }, input);
    expect(await service.db.runs.findOne({ _id: next })).toMatchObject({ state, outbox: { kind: 'turn' } });
    if (state === 'awaiting_input') {
      // An answer whose signals are lost.
      const [asks] = await storedCalls(service.db, next);
      if (asks === undefined) throw new Error('the run asks nothing');
      const answer = {
        type: 'answer',
        tool_call_id: asks._id,
        message_id: newId(),
        content: 'Yes.',
      } as const;
      await applyInput(service.db, { run_id: next, thread_id: thread, turn_count: 1 }, answer);
    }
    await makeOverdue(service.db);
    const { sweep, close } = sweepingOf(service);
    await sweep();
    if (state === 'awaiting_input') sayOk(await models.turn());
    expect((await closedWorkflow(service.temporal, next)).status.name).toBe('COMPLETED');
    expect(await settled(client, next)).toMatchObject({ state: 'closed', reason: 'finished' });
    await close();
  },
);
