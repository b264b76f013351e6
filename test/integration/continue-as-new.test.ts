import proto from '@temporalio/proto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runWorkflowId, signalNames } from '#contract/temporal/names.ts';
import { startActing } from '../support/acting-run.ts';
import { converse, post, settled, startThread } from '../support/conversation.ts';
import { untilLooked } from '../support/looked-run.ts';
import { startService, type TestService } from '../support/service.ts';

/** Temporal suggests a new history from 4 MiB on. One signal takes less than half of what it may. */
const longSignals = 6;
const padding = 'x'.repeat(900_000);

const closeEvent = proto.temporal.api.enums.v1.HistoryEventFilterType.HISTORY_EVENT_FILTER_TYPE_CLOSE_EVENT;

let service: TestService;
beforeEach(async () => {
  service = await startService({ worker: false });
});
afterEach(async () => await service.stop());

/** Makes a history long, by signals that say nothing new: about no call, or one that was resolved long ago. */
async function lengthen(run: string, tool_call_id = 'none'): Promise<void> {
  const workflow = service.temporal.workflow.getHandle(runWorkflowId(run));
  const directive = { next: 'turn', turn: 1, padding };
  for (let sent = 0; sent < longSignals; sent += 1) {
    await workflow.signal(signalNames.resumed, { tool_call_id, directive });
  }
}

/** How often the run's workflow has gone on with a new history. */
async function continuations(run: string): Promise<number> {
  const workflowId = runWorkflowId(run);
  const { raw } = await service.temporal.workflow.getHandle(workflowId).describe();
  let id = raw.workflowExecutionInfo?.firstRunId ?? undefined;
  for (let count = 0; ; count += 1) {
    const { history } = await service.temporal.workflowService.getWorkflowExecutionHistory({
      namespace: 'default',
      execution: { workflowId, ...(id === undefined ? {} : { runId: id }) },
      // The whole of it is more than Temporal sends at once.
      historyEventFilterType: closeEvent,
    });
    const next = history?.events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
    if (!next) return count;
    id = next;
  }
}

it('[invariant.history-goes-on-as-new] a long history goes on as a new one time and again, whatever was signalled again meanwhile', async () => {
  const { client, thread } = await startActing(service);
  const run = await post(
    client,
    thread,
    '/call ask_user {"question":"?"}\n---\n/call ask_user {"question":"?"}\n---\n/call unknown {"a":1}\n---\n/call unknown {}\n---\n/say done',
  );
  await lengthen(run);
  await service.startWorker();
  expect(await settled(client, run)).toMatchObject({ state: 'awaiting_input' });
  expect(await continuations(run)).toBe(1);
  expect(await converse(client, thread, 'one')).toMatchObject({ id: run, state: 'awaiting_input' });
  const [first] = await service.db.tool_calls.find({ run_id: run }).sort({ _id: 1 }).toArray();
  // What resumed the run once, again and again.
  await lengthen(run, first?._id);
  expect(await converse(client, thread, 'two')).toMatchObject({
    state: 'closed',
    message: { content: 'done' },
  });
  expect(await continuations(run)).toBe(2);
});

it('[invariant.history-goes-on-as-new] a run that waits for its turn goes on as new when it is let in, and is not lost', async () => {
  await service.startWorker();
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  const first = await post(client, thread, '/sleep 600000');
  const waiting = await post(client, thread, 'Hello');
  await untilLooked(service.temporal, waiting);
  await lengthen(waiting);
  await client.post(`/v1/loom/runs/${first}/cancel`);
  expect(await settled(client, waiting)).toMatchObject({ state: 'closed', reason: 'finished' });
  expect(await continuations(waiting)).toBe(1);
});

it('[invariant.history-goes-on-as-new] [run.cancel.accepted] a request for the end that comes when the history is long is heard', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const run = await post(client, await startThread(client), '/sleep 600000');
  await lengthen(run);
  await client.post(`/v1/loom/runs/${run}/cancel`);
  await service.startWorker();
  expect(await settled(client, run)).toMatchObject({ state: 'closed', reason: 'cancelled' });
});
