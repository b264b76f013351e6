import { expect, inject, it } from 'vitest';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { newId } from '#store/mongo/ids.ts';
import { historyLengths } from '../support/continuations.ts';
import { workflowWorkers } from '../support/workflow-worker.ts';
import { perFile } from '../support/per-file.ts';

/** As many as an agent may allow. */
const turns = 1000;
/** From here on, Temporal suggests a new history. */
const suggestedFrom = 4096;
/** More than one turn adds before the next check. */
const roomForTurn = 100;

const workers = perFile(() => workflowWorkers(inject('temporalAddress')));

it('[invariant.history-goes-on-as-new] a run of a thousand turns that all make calls goes on with new histories, and comes to its end', async () => {
  const taken: number[] = [];
  // The activity of a call also takes the next turn, so that the workflow gets no directive but to make calls.
  const callOf = (turn: number) => ({
    next: 'execute' as const,
    turn,
    calls: [{ tool_call_id: `call-${turn}`, patch_ref: 'look@1', timeout_seconds: 30 }],
  });
  await workers.start({
    callModel: async ({ turn }) => await Promise.resolve(callOf(turn)),
    executePatch: async ({ turn }) => {
      taken.push(turn);
      return await Promise.resolve(
        turn < turns ? callOf(turn + 1) : { next: 'end', state: 'closed', reason: 'finished' },
      );
    },
  });
  const run = newId();
  await workers.run(run);
  await workers.client.workflow.getHandle(runWorkflowId(run)).result();
  expect(taken).toEqual(Array.from({ length: turns }, (_, index) => index + 1));
  const lengths = await historyLengths(workers.client, run);
  expect(lengths.length).toBeGreaterThan(1);
  expect(Math.max(...lengths)).toBeLessThan(suggestedFrom + roomForTurn);
});
