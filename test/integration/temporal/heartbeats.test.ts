import { expect, it } from 'vitest';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { actingPatch, json, startHost } from '../../support/acting.ts';
import { startActing } from '../../support/acting-run.ts';
import { closedWorkflow } from '../../support/closed-workflow.ts';
import { waitMs } from '../../support/patience.ts';
import { converse, post, settled } from '#clients/raw/conversation.ts';
import { sharedService } from '../../support/service.ts';
import { perFile } from '../../support/per-file.ts';

const service = sharedService();
const host = perFile(startHost);

it('a run that makes a short call costs Temporal ten writes: none of them is a heartbeat', async () => {
  const { client, thread } = await startActing(service, { host, patches: [actingPatch('look')] });
  const writes: number[] = [];
  // A worker that is slow heartbeats, so the run with the fewest counts.
  for (let tries = 0; tries < 4; tries += 1) {
    const { id } = await converse(client, thread, '/call look {"amount":1}\n---\n/say done');
    const { raw } = await closedWorkflow(service.temporal, id);
    writes.push(Number(raw.workflowExecutionInfo?.stateTransitionCount));
  }
  expect(Math.min(...writes)).toBeLessThanOrEqual(10);
});

it('while the activity of a turn waits for a host, operators see for which patch in its heartbeat', async () => {
  const patches = [actingPatch('look', { timeout_seconds: 300 })];
  const { client, thread } = await startActing(service, { host, patches });
  const asked = Promise.withResolvers<() => void>();
  host.answer = (_, response) => asked.resolve(() => json(response, 200, {}));
  const run = await post(client, thread, '/call look {"amount":1}\n---\n/say done');
  const answer = await asked.promise;
  const workflow = service.temporal.workflow.getHandle(runWorkflowId(run));
  await waitUntil(
    async () => {
      const [activity] = (await workflow.describe()).raw.pendingActivities ?? [];
      const [told] = activity?.heartbeatDetails?.payloads ?? [];
      return (
        activity?.activityType?.name === 'callModel' && String(told?.data).includes('"patch_ref":"look@1"')
      );
    },
    { timeoutMs: waitMs, what: 'the heartbeat names the patch' },
  );
  answer();
  expect(await settled(client, run)).toMatchObject({ reason: 'finished' });
});
