import { isTerminal } from '#contract/run-state.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { LoadedRun } from '../documents/run.ts';
import type { RunToCompare } from '../ports/open-runs.ts';
import { compareWorkflow, type Disagreement } from '../rules/compare-workflow.ts';
import { nextEnd } from '../rules/ends.ts';
import { toRunLabels } from '../rules/run-labels.ts';
import { pauseOf } from '../rules/pause.ts';
import { applyInput } from '../steps/apply-input.ts';
import { type EndingOrphans, endOrphan } from './end-orphan.ts';
import { loadRun } from '../steps/load-run.ts';

/**
 * Compares an open run with its workflow, and has them agree again.
 * @param known the run as it was read before the workflow is looked at
 * @returns what was done; nothing if they agree
 */
export async function compareRun(
  engine: EndingOrphans,
  known: RunToCompare,
): Promise<Disagreement | undefined> {
  const { store, workflows, clock } = engine;
  // A pending notification is in the outbox. The sweep sends it.
  if (known.outbox !== undefined) return undefined;
  const view = await workflows.view(known._id);
  if (view.is === 'working') return undefined;
  const { _id: run_id, thread_id, turn_count } = known;
  const stored = await loadRun(store, { run_id, thread_id, turn_count });
  // The run has gone on since it was read, so its workflow may have, too.
  if (stored === null || stored.run.version !== known.version) return undefined;
  const disagreement = compareWorkflow(stored, view, clock.now());
  const isDone = disagreement !== undefined && (await settle(engine, stored, disagreement));
  return isDone ? disagreement : undefined;
}

/**
 * Ends the wait of a workflow whose run has ended, or restarts it if it cannot read that. One whose run is missing in
 * the store, which then was restored to an earlier time, fails when it reads: it was started after its run had been
 * stored.
 */
export async function compareEndedRun(
  { store, workflows }: EndingOrphans,
  runId: string,
): Promise<Disagreement | undefined> {
  const view = await workflows.view(runId);
  if (view.is === 'diverged') return (await workflows.restart(runId)) ? 'restart' : undefined;
  if (view.is !== 'waiting') return undefined;
  const run = await store.findRun(runId);
  const waitsInVain = run === null || (isTerminal(run.state) && run.outbox === undefined);
  return waitsInVain && (await workflows.lookAgain(runId)) ? 'tell' : undefined;
}

/** @returns false if it is no longer needed */
async function settle(
  engine: EndingOrphans,
  stored: LoadedRun,
  disagreement: Disagreement,
): Promise<boolean> {
  const { workflows } = engine;
  const { run } = stored;
  switch (disagreement) {
    case 'start':
      return await workflows.start(toRunLabels(run));
    case 'restart':
      return await workflows.restart(run._id);
    case 'tell':
      return await workflows.lookAgain(run._id);
    case 'end':
      return (await endOrphan(engine, run._id)) === 'ended';
    case 'expire': {
      const pause = pauseOf(stored);
      if (pause === undefined) return false;
      const { _id: run_id, thread_id, turn_count } = run;
      const expires_at = toTimestamp(nextEnd(pause));
      const input = { type: 'expiry', tool_call_id: pause.tool_call_id, expires_at } as const;
      const { outcome } = await applyInput(engine, { run_id, thread_id, turn_count }, input);
      return (await workflows.lookAgain(run_id)) && outcome === 'changed';
    }
  }
}
