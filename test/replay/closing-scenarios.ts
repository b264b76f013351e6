import { runWorkflowId } from '#contract/temporal/names.ts';
import { confirm } from '../support/acting-run.ts';
import { acting, held, pendingOf } from './acting-scenarios.ts';
import type { Scenario } from './scenario.ts';

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
];
