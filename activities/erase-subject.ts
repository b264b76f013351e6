import { acceptInput } from '#loom/accept-input.ts';
import { eraseData, findRunsToCancel, hasOpenRun } from '#store/subjects/erase-data.ts';
import { completeErasure, noteCleared, noteErasureAlive } from '#store/subjects/erasures.ts';
import type { ErasureInput } from '#contract/temporal/names.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { underHeartbeat } from './heartbeat.ts';

/** An attempt gives its slot back after so long, and the workflow has it made again. */
const longestMs = 10_000;
/** So many runs are cancelled at a time. */
const runsAtOnce = 50;
/** How soon to look again whether the runs have ended that were cancelled. */
const lookAgainMs = 1000;

/** What is left of an erasure: how long until more can be done of it; null when it is completed. */
export interface ErasureProgress {
  again_in_ms: number | null;
}

/**
 * Does some seconds' worth of an erasure: ends the runs that are open, then erases what is stored. It goes on where the
 * one before it ended, whoever that was and however it ended.
 *
 * Nothing is erased before the last run has ended: a call that was sent is to be told and charged first. What was in
 * flight elsewhere when nothing was left, a record of a request for example, is looked for once more after
 * `erasureSettlesMs`.
 */
export async function eraseSubject(
  deps: ActivityDependencies,
  { erasure_id }: ErasureInput,
): Promise<ErasureProgress> {
  return await underHeartbeat({ cancellable: true }, async (signal) => {
    const { db, outbox } = deps;
    const end = performance.now() + longestMs;
    const isOver = () => signal.aborted || performance.now() > end;
    const erasure = await noteErasureAlive(db, erasure_id);
    if (erasure === null) return { again_in_ms: null };
    const open = await findRunsToCancel(db, erasure, runsAtOnce);
    for (const { _id: run_id, thread_id, turn_count } of open) {
      await acceptInput(deps, { run_id, thread_id, turn_count }, { type: 'cancel_requested' });
    }
    if (open.length === runsAtOnce) return { again_in_ms: 0 };
    if (await hasOpenRun(db, erasure)) return { again_in_ms: lookAgainMs };
    const work = { isOver, tell: outbox.tell.bind(outbox) };
    if (!(await eraseData(db, erasure, work))) return { again_in_ms: isOver() ? 0 : lookAgainMs };
    const cleared = await noteCleared(db, erasure);
    const settledInMs = cleared.getTime() + deps.erasureSettlesMs - Date.now();
    if (settledInMs > 0) return { again_in_ms: settledInMs };
    await completeErasure(db, erasure_id);
    return { again_in_ms: null };
  });
}
