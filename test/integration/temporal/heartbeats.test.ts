import { expect, it } from 'vitest';
import { actingPatch, startHost } from '../../support/acting.ts';
import { startActing } from '../../support/acting-run.ts';
import { closedWorkflow } from '../../support/closed-workflow.ts';
import { converse } from '#client/conversation.ts';
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
