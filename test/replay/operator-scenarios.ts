import { runWorkflowId, signalNames } from '#contract/temporal/names.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { applyInput } from '#engine/steps/apply-input.ts';
import { newId } from '#store/mongo/ids.ts';
import { acting, held, pendingOf } from './acting-scenarios.ts';
import type { Scenario } from './scenario.ts';
import { engineOn } from '../support/engine-on.ts';

/** Workflows that an operator cancels, the sweep, and what it has workflows do. */
export const operatorScenarios: Scenario[] = [
  {
    // The search attributes of the pause are unset at the end.
    name: 'cancelled-in-temporal-while-paused',
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
    // First nothing has changed, and then there is a decision without a signal.
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
