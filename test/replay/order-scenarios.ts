import type { Client } from '@temporalio/client';
import { post, settled, startThread } from '#clients/raw/conversation.ts';
import { runWorkflowId, signalNames } from '#contract/temporal/names.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { directiveOf } from '#engine/rules/directive.ts';
import { loadRun } from '#engine/steps/load-run.ts';
import type { Database } from '#store/mongo/database.ts';
import { confirm } from '../support/acting-run.ts';
import { actingPatch, json, publishActing, startHost } from '../support/acting.ts';
import { ageNextApproval } from '../support/age-approval.ts';
import { engineOn } from '../support/engine-on.ts';
import { acting, held, pendingOf } from './acting-scenarios.ts';
import type { Scenario } from './scenario.ts';

/** Paths that workflows take only if signals or results come in a certain order. */
export const orderScenarios: Scenario[] = [
  {
    // The worker that holds the call again is slow to say so. Meanwhile the second decision comes, and after it a
    // signal of the first one, whose sender has read that the call is held again.
    name: 'late-signal-after-a-decision',
    play: acting(held, async (client, thread, run, { db, temporal }) => {
      const tool_call_id = await pendingOf(client, thread, run);
      const undo = ageNextApproval(db, tool_call_id);
      const decided = afterNextPause(db, run, async () => {
        const stored = await loadRun(engineOn(db).store, { run_id: run, thread_id: thread });
        if (stored === null) throw new Error('the run is gone');
        const late = { tool_call_id, directive: directiveOf(stored) };
        await confirm(client, run, tool_call_id);
        await eventsOf(temporal, run, 'workflowExecutionSignaledEventAttributes', 2);
        await temporal.workflow.getHandle(runWorkflowId(run)).signal(signalNames.resumed, late);
      });
      await confirm(client, run, tool_call_id);
      await decided;
      undo();
    }),
  },
  {
    // The first of two calls ends first, and its activity's result is outdated: the other activity also takes the next
    // turn, which makes a call too.
    name: 'calls-of-the-next-turn',
    play: async (client, { temporal }) => {
      const host = await startHost();
      const agent = await publishActing(client, host, [actingPatch('look')]);
      const thread = await startThread(client, agent.id);
      const isPosted = Promise.withResolvers<string>();
      host.answer = ({ body }, response) => {
        void (async () => {
          if (JSON.stringify(body).includes('"later"')) {
            await eventsOf(temporal, await isPosted.promise, 'activityTaskCompletedEventAttributes', 2);
          }
          json(response, 200, {});
        })();
      };
      const calls = '/call look {}\n/call look {"to":"later"}\n---\n/call look {}\n---\n/say done';
      const run = await post(client, thread, calls);
      isPosted.resolve(run);
      await settled(client, run);
      await host.stop();
      return run;
    },
  },
];

/** Runs work when a run has been resumed and is stored as paused again, before its writer continues. */
async function afterNextPause(db: Database, run: string, work: () => Promise<void>): Promise<void> {
  const transaction = db.transaction.bind(db);
  const done = Promise.withResolvers<void>();
  let [isResumed, isPausedAgain] = [false, false];
  db.transaction = async (writes) => {
    const result = await transaction(writes);
    const stored = await db.runs.findOne({ _id: run });
    isResumed ||= stored?.state === 'running';
    if (!isResumed || stored?.state === 'running' || isPausedAgain) return result;
    isPausedAgain = true;
    db.transaction = transaction;
    await work().then(done.resolve, done.reject);
    return result;
  };
  await done.promise;
}

/** Waits until the history of a run has so many events with these attributes. */
async function eventsOf(
  temporal: Client,
  run: string,
  attributes: 'workflowExecutionSignaledEventAttributes' | 'activityTaskCompletedEventAttributes',
  count: number,
): Promise<void> {
  const workflow = temporal.workflow.getHandle(runWorkflowId(run));
  const isThere = async () => {
    const { events } = await workflow.fetchHistory();
    return (events ?? []).filter((event) => event[attributes]).length >= count;
  };
  await waitUntil(isThere, { timeoutMs: 30_000, what: `the history has ${count} such events` });
}
