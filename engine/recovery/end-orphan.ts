import { isTerminal } from '#contract/run-state.ts';
import type { CorePorts } from '../ports/engine-ports.ts';
import { toRunLabels } from '../rules/run-labels.ts';
import { type Applying, applyInput } from '../steps/apply-input.ts';

/** The dependencies of ending runs without a workflow. */
export type EndingOrphans = Applying & Pick<CorePorts, 'workflows' | 'outboxStore'>;

/**
 * A run whose workflow was ended from outside cannot continue: it is ended, and the next run of its thread gets the thread lock.
 * This does not apply to a workflow that was never started, or that runs again because an operator has reset it.
 * @returns nothing if the run has ended already
 */
export async function endOrphan(
  engine: EndingOrphans,
  runId: string,
): Promise<'ended' | 'alive' | undefined> {
  const { store, outboxStore, workflows } = engine;
  const run = await store.findRun(runId);
  if (run === null || isTerminal(run.state)) return undefined;
  if (await workflows.start(toRunLabels(run))) return 'alive';
  const view = await workflows.view(runId);
  const lost = { type: 'workflow_lost' as const };
  const input =
    view.is === 'closed' && view.completed === true ? { ...lost, completed: true as const } : lost;
  const { thread_id, turn_count } = run;
  const ended = await applyInput(engine, { run_id: runId, thread_id, turn_count }, input);
  // If a call may still be in flight, a later sweep ends the run.
  if (ended.outcome === 'too_early') throw new Error('a call of the run may still be under way');
  if (ended.outcome === 'unchanged') return undefined;
  const next = ended.after.thread.outbox;
  // If this signal is lost, or the workflow has not been started yet, the next sweep repeats it.
  if (next !== undefined && (await workflows.grantLock(next.run_id, next.version))) {
    await outboxStore.removeGrant(thread_id, next);
  }
  return 'ended';
}
