import { runWorkflowId, signalNames } from '#contract/temporal/names.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { applyInput } from '#engine/steps/apply-input.ts';
import { newId } from '#store/mongo/ids.ts';
import { confirm } from '../support/acting-run.ts';
import { acting, held, pendingOf } from './acting-scenarios.ts';
import type { Scenario } from './scenario.ts';
import { engineOn } from '../support/engine-on.ts';

/** The ways in which a workflow closes as its run ended. */
export const closingScenarios: Scenario[] = [
  { name: 'closes-as-completed', play: acting('Hello', async () => {}) },
  { name: 'closes-as-failed', play: acting('/fail 99', async () => {}) },
  {
    name: 'closes-as-cancelled',
    play: acting('/sleep 60000', async (client, _, run) => await client.post(`/v1/loom/runs/${run}/cancel`)),
  },
  {
    name: 'pauses-then-closes-as-completed',
    play: acting(held, async (client, thread, run) => {
      await confirm(client, run, await pendingOf(client, thread, run));
    }),
  },
  {
    name: 'pauses-then-closes-as-cancelled',
    play: acting(held, async (client, thread, run) => {
      await pendingOf(client, thread, run);
      await client.post(`/v1/loom/runs/${run}/cancel`);
    }),
  },
  {
    // The search attributes of the pause are unset at the end.
    name: 'pauses-then-is-cancelled-in-temporal',
    play: acting(held, async (client, thread, run, { temporal }) => {
      await pendingOf(client, thread, run);
      await temporal.workflow.getHandle(runWorkflowId(run)).cancel();
    }),
  },
  {
    name: 'sweep',
    play: async (_, { temporal, taskQueue }) => {
      const workflowId = `sweep-${taskQueue}`;
      await temporal.workflow.execute('sweep', { taskQueue, workflowId });
      return workflowId;
    },
    workflowId: (id) => id,
  },
  {
    // Also compares runs with their workflows.
    name: 'sweep-reconciles',
    play: async (_, { temporal, taskQueue }) => {
      const workflowId = `sweep-${taskQueue}-2`;
      await temporal.workflow.execute('sweep', { taskQueue, workflowId });
      return workflowId;
    },
    workflowId: (id) => id,
  },
  {
    // First nothing has changed, and then a decision that the workflow was not told.
    name: 'looks-again-while-paused',
    play: acting(held, async (client, thread, run, { db, temporal }) => {
      const tool_call_id = await pendingOf(client, thread, run);
      const workflow = temporal.workflow.getHandle(runWorkflowId(run));
      await workflow.signal(signalNames.lookAgain);
      const looked = async () => {
        const { events } = await workflow.fetchHistory();
        return events?.filter(({ activityTaskCompletedEventAttributes: done }) => done).length === 2;
      };
      await waitUntil(looked, { timeoutMs: 30_000, what: 'the workflow has looked' });
      await applyInput(
        engineOn(db),
        { run_id: run, thread_id: thread },
        {
          type: 'decision',
          tool_call_id,
          decision: 'approve',
          actor: 'recorded',
          via: 'token',
          request_id: newId(),
        },
      );
      await workflow.signal(signalNames.lookAgain);
    }),
  },
];
