import { randomBytes } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTemporalClient } from '#adapters/temporal/connect.ts';
import { temporalRunWorkflows } from '#adapters/temporal/run-workflows.ts';
import { runWorkflowId, workflowTypes } from '#contract/temporal/names.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { newId } from '#store/mongo/ids.ts';

let client: Client;
let runs: ReturnType<typeof temporalRunWorkflows>;
/** Nobody works on it: what is started stays as it is. */
const taskQueue = `test-${randomBytes(6).toString('hex')}`;
const since = new Date(Date.now() - 60_000);
beforeAll(() => {
  client = createTemporalClient({ address: inject('temporalAddress'), namespace: 'default' });
  runs = temporalRunWorkflows(client, { timeoutMs: 5000, taskQueue });
});
afterAll(async () => await client.connection.close());

async function start(on = runs): Promise<string> {
  const run_id = newId();
  const agent = { id: 'agent', key: 'key', name: 'Agent' };
  await on.start({ run_id, workspace_id: 'workspace', thread_id: 'thread', agent, seq: 1 });
  return run_id;
}

const terminate = async (run: string) =>
  await client.workflow.getHandle(runWorkflowId(run)).terminate('test');

/** Visibility is behind: waits until so many are listed. */
async function listed(count: number): Promise<string[]> {
  const list = async () => (await runs.endedFromOutside(since, 100)).map(({ run_id }) => run_id);
  await waitUntil(async () => (await list()).length >= count, {
    timeoutMs: 60_000,
    what: `${count} are listed`,
  });
  return await list();
}

it('runs whose workflows were terminated or timed out are listed, the longest closed first, and no others', async () => {
  const alive = await start();
  const elsewhere = await start(
    temporalRunWorkflows(client, { timeoutMs: 5000, taskQueue: `${taskQueue}-2` }),
  );
  await terminate(elsewhere);
  const timedOut = newId();
  await client.workflow.start(workflowTypes.run, {
    workflowId: runWorkflowId(timedOut),
    taskQueue,
    workflowExecutionTimeout: '1 second',
  });
  expect(await listed(1)).toEqual([timedOut]);
  const terminated: string[] = [];
  for (let count = 0; count < 7; count += 1) {
    const run = await start();
    terminated.push(run);
    await terminate(run);
  }
  const sweep = `sweep-${newId()}`;
  await client.workflow.start(workflowTypes.sweep, { workflowId: sweep, taskQueue });
  await client.workflow.getHandle(sweep).terminate('test');
  const all = [timedOut, ...terminated];
  expect(await listed(all.length)).toEqual(all);

  // A reader that continues from its cursor sees each one, a few at a time.
  const seen: string[] = [];
  let from = since;
  for (;;) {
    const page = await runs.endedFromOutside(from, 3);
    expect(page.length).toBeLessThanOrEqual(3);
    const last = page.at(-1);
    if (last === undefined) break;
    seen.push(...page.map(({ run_id }) => run_id));
    from = last.closed_at;
  }
  expect(seen).toEqual(all);
  await terminate(alive);
});
