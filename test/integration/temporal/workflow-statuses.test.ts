import { WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { expect, it } from 'vitest';
import { runWorkflowId, searchAttributes } from '#contract/temporal/names.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { actingPatch } from '../../support/acting.ts';
import { confirm, pendingCall, startActing } from '../../support/acting-run.ts';
import { closedWorkflow } from '../../support/closed-workflow.ts';
import { converse, post, settled, startThread } from '#clients/raw/conversation.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const patches = [
  actingPatch('pay', { wired: { gate: 'confirm' } }),
  actingPatch('sign', { interaction: 'proposed_action' }),
];

const cancel = async (client: ApiClient, run: string) => await client.post(`/v1/loom/runs/${run}/cancel`);
const cancelWorkflow = async (run: string) =>
  await service.temporal.workflow.getHandle(runWorkflowId(run)).cancel();

interface Ending {
  title: string;
  script: string;
  status: 'COMPLETED' | 'FAILED' | 'CANCELLED';
  run: object;
  end?: (client: ApiClient, run: string, thread: string) => Promise<unknown>;
}

const cancelled = { state: 'closed', reason: 'cancelled' };
const endings: Ending[] = [
  { title: 'finished', script: 'Hello', status: 'COMPLETED', run: { reason: 'finished' } },
  {
    title: 'handed off',
    script: '/call handoff {"reason":"?"}',
    status: 'COMPLETED',
    run: { reason: 'handoff' },
  },
  {
    title: 'expired while it paused',
    script: '/call sign {}',
    status: 'COMPLETED',
    run: { reason: 'expired' },
  },
  { title: 'failed', script: '/fail 99', status: 'FAILED', run: { error: { code: 'model_overloaded' } } },
  {
    title: 'failed after a pause',
    script: '/call pay {}\n---\n/call pay {}',
    status: 'FAILED',
    run: { error: { code: 'turn_limit' } },
    end: async (client, run, thread) =>
      await confirm(client, run, await pendingCall(client, thread), 'reject'),
  },
  {
    title: 'cancelled at work',
    script: '/sleep 600000',
    status: 'CANCELLED',
    run: cancelled,
    end: cancel,
  },
  {
    title: 'cancelled while it paused',
    script: '/call pay {}',
    status: 'CANCELLED',
    run: cancelled,
    end: cancel,
  },
  {
    title: 'cancelled at work by an operator, in Temporal',
    script: '/sleep 600000',
    status: 'CANCELLED',
    run: cancelled,
    end: async (_, run) => await cancelWorkflow(run),
  },
  {
    title: 'cancelled while it paused by an operator, in Temporal',
    script: '/call pay {}',
    status: 'CANCELLED',
    run: cancelled,
    end: async (_, run) => await cancelWorkflow(run),
  },
];

/** The search attributes for the item that the run waits for. */
async function waitsFor(run: string): Promise<unknown[]> {
  const { typedSearchAttributes } = await service.temporal.workflow.getHandle(runWorkflowId(run)).describe();
  const values = typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value] as const);
  const shown = new Map<string, unknown>(values);
  return [shown.get(searchAttributes.waitsFor), shown.get(searchAttributes.pendingPatch)];
}

/** Waits until the search attributes say that a run waits for a decision about `pay`. */
async function untilShown(run: string): Promise<void> {
  const shown = async () => (await waitsFor(run)).join().startsWith('confirmation,pay@');
  await waitUntil(shown, { timeoutMs: 60_000, what: 'the pause is shown' });
}

it.each(endings)(
  '[operations.workflow-status] [operations.waits-for] the workflow of a run that was $title is $status, and shows no pause',
  async ({ title, script, status, run: expected, end }) => {
    const expires = title.startsWith('expired');
    const limits = {
      max_turns: title.startsWith('failed after') ? 1 : 24,
      pause_ttl_seconds: expires ? 1 : 600,
    };
    const { client, thread } = await startActing(service, { patches, agent: { limits } });
    const run = await post(client, thread, script);
    if (script.startsWith('/call pay')) await untilShown(run);
    await end?.(client, run, thread);
    const workflow = await closedWorkflow(service.temporal, run);
    expect(workflow.status.name).toBe(status);
    expect(await settled(client, run)).toMatchObject(expected);
    expect(await waitsFor(run)).toEqual([undefined, undefined]);
  },
);

it('[operations.workflow-status] the failure of a workflow has the error code of its run as its type, and no word of the conversation', async () => {
  const { client, thread } = await startActing(service);
  const { id } = await converse(client, thread, '/fail 99\n/say secret');
  const failure = await service.temporal.workflow
    .getHandle(runWorkflowId(id))
    .result()
    .catch((error: unknown) => (error instanceof WorkflowFailedError ? error.cause : error));
  expect(failure).toBeInstanceOf(ApplicationFailure);
  expect(failure).toMatchObject({
    type: 'model_overloaded',
    nonRetryable: true,
    message: 'The run failed: model_overloaded',
  });
});

it('[operations.waits-for] a paused run is found by what it waits for', async () => {
  const { client, agent, thread, workspace } = await startActing(service, { patches });
  const asks = await converse(client, thread, '/call ask_user {"question":"?"}');
  const proposes = await converse(client, await startThread(client, agent.id), '/call sign {}');
  const found = async (query: string) => {
    const all = `${searchAttributes.workspace} = '${workspace}' AND ${query}`;
    const ids: string[] = [];
    for await (const { workflowId } of service.temporal.workflow.list({ query: all })) ids.push(workflowId);
    return ids.toSorted();
  };
  const both = [asks.id, proposes.id].map(runWorkflowId);
  await expect.poll(() => found("HeddleWaitsFor = 'question'")).toEqual([both[0]]);
  await expect.poll(() => found("HeddleWaitsFor = 'outcome'")).toEqual([both[1]]);
  await cancel(client, asks.id);
  await expect.poll(() => found('HeddleWaitsFor IS NOT NULL')).toEqual([both[1]]);
});
