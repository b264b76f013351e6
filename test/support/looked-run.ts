import type { Client } from '@temporalio/client';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';

/** Resolves once the workflow of a run without the thread lock has looked whether it may work, and waits. */
export async function untilLooked(client: Client, runId: string): Promise<void> {
  const looked = async () => {
    const { events } = await client.workflow.getHandle(runWorkflowId(runId)).fetchHistory();
    const ended = events?.filter(({ activityTaskCompletedEventAttributes: done }) => done);
    return ended?.length === 1;
  };
  await waitUntil(looked, { timeoutMs: 60_000, what: 'the run has looked whether it may work' });
}
