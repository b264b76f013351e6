import { expect, it } from 'vitest';
import { runWorkflowId, signalNames } from '#contract/temporal/names.ts';
import { startActing } from '../support/acting-run.ts';
import { historyLengths } from '../support/continuations.ts';
import { converse, post, settled } from '#clients/raw/conversation.ts';
import { startService } from '../support/service.ts';
import { perTest } from '../support/per-file.ts';

/** Temporal suggests a new history from 4 MiB on. One signal takes less than half of what it may. */
const longSignals = 6;
const padding = 'x'.repeat(900_000);

const service = perTest(() => startService({ worker: false }));
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
  return (await historyLengths(service.temporal, run)).length - 1;
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
  // Resumes the run repeatedly by its first resolution.
  await lengthen(run, first?._id);
  expect(await converse(client, thread, 'two')).toMatchObject({
    state: 'closed',
    message: { content: 'done' },
  });
  expect(await continuations(run)).toBe(2);
});
