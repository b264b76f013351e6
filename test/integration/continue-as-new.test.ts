import { afterEach, beforeEach, expect, it } from 'vitest';
import { runWorkflowId, signalNames } from '#contract/temporal.ts';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { startActing } from '#test/support/acting-run.ts';
import { converse, post, settled, startThread } from '#test/support/conversation.ts';
import { startService, type TestService } from '#test/support/service.ts';

/** Temporal suggests a new history from about 4,096 events on. */
const manySignals = 4200;
const sideBySide = 40;

let service: TestService;
beforeEach(async () => {
  service = await startService({ worker: false });
});
afterEach(async () => await service.stop());

/** Makes a history long. Each signal is about a call that is not resolved by it, or told of twice. */
async function flood(run: string, tool_call_id = 'none'): Promise<void> {
  const workflow = service.temporal.workflow.getHandle(runWorkflowId(run));
  let left = manySignals;
  const send = async () => {
    while (left > 0) {
      left -= 1;
      await workflow.signal(signalNames.resumed, { tool_call_id, directive: { next: 'turn', turn: 1 } });
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, send));
}

/** How often the run's workflow has gone on with a new history. */
async function continuations(run: string): Promise<number> {
  const workflowId = runWorkflowId(run);
  const { raw } = await service.temporal.workflow.getHandle(workflowId).describe();
  let id = raw.workflowExecutionInfo?.firstRunId ?? undefined;
  for (let count = 0; ; count += 1) {
    const { events } = await service.temporal.workflow.getHandle(workflowId, id).fetchHistory();
    const next = events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
    if (!next) return count;
    id = next;
  }
}

it('[invariant.history-goes-on-as-new] a long history goes on as a new one time and again, whatever was signalled again meanwhile', async () => {
  const { client, thread } = await startActing(service);
  const run = await post(
    client,
    thread,
    '/call ask_user {"question":"?"}\n---\n/call ask_user {"question":"?"}\n---\n/say done',
  );
  await flood(run);
  const worker = await service.startWorker();
  expect(await settled(client, run)).toMatchObject({ state: 'awaiting_input' });
  expect(await continuations(run)).toBe(1);
  expect(await converse(client, thread, 'one')).toMatchObject({ id: run, state: 'awaiting_input' });
  const [first] = await service.db.tool_calls.find({ run_id: run }).sort({ turn: 1 }).toArray();
  worker.shutdown();
  await waitUntil(() => worker.getState() === 'STOPPED', {
    timeoutMs: 30_000,
    what: 'the worker has stopped',
  });
  // What resumed the run once, again and again.
  await flood(run, first?._id);
  await post(client, thread, 'two');
  await service.startWorker();
  expect(await settled(client, run)).toMatchObject({ state: 'closed', message: { content: 'done' } });
  expect(await continuations(run)).toBe(2);
}, 180_000);

it('[invariant.history-goes-on-as-new] a run that waits for its turn goes on as new when it is let in, and is not lost', async () => {
  await service.startWorker();
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  const first = await post(client, thread, '/sleep 60000');
  const waiting = await post(client, thread, 'Hello');
  const { temporal } = service;
  const looked = async () =>
    ((await temporal.workflow.getHandle(runWorkflowId(waiting)).fetchHistory()).events ?? []).some(
      ({ activityTaskCompletedEventAttributes: completed }) => completed,
    );
  await waitUntil(looked, { timeoutMs: 30_000, what: 'the run waits for its turn' });
  await flood(waiting);
  await client.post(`/v1/loom/runs/${first}/cancel`);
  expect(await settled(client, waiting)).toMatchObject({ state: 'closed', reason: 'finished' });
  expect(await continuations(waiting)).toBe(1);
}, 180_000);

it('[invariant.history-goes-on-as-new] [run.cancel.accepted] a request for the end that comes when the history is long is heard', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const run = await post(client, await startThread(client), '/sleep 60000');
  await flood(run);
  await client.post(`/v1/loom/runs/${run}/cancel`);
  await service.startWorker();
  expect(await settled(client, run)).toMatchObject({ state: 'closed', reason: 'cancelled' });
}, 180_000);
