import { acceptInput } from '#engine/steps/accept-input.ts';
import { eraseData, findRunsToCancel, hasOpenRun } from '#store/subjects/erase-data.ts';
import { completeErasure, markThreads, noteCleared, noteErasureAlive } from '#store/erasures/erasures.ts';
import type { ErasureInput } from '#contract/temporal/names.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { underHeartbeat } from './heartbeat.ts';

/** The activity returns after about this long, and the workflow schedules it again. */
const longestMs = 10_000;
/** The most runs that are cancelled at a time. */
const runsAtOnce = 50;
/** How soon to check again whether the cancelled runs have ended. */
const lookAgainMs = 1000;

/** How long until more of the erasure can be done, in milliseconds; null if it is completed. */
export interface ErasureProgress {
  again_in_ms: number | null;
}

/**
 * Works on an erasure for some seconds: cancels the open runs, then deletes the data. It continues where the previous
 * attempt ended, however that ended.
 *
 * Nothing is deleted before the last run has ended, because a call that was sent must first be reported and charged. When
 * nothing is left, the activity looks once more after `erasureSettlesMs` for what was in progress elsewhere, such as the
 * record of a request.
 */
export async function eraseSubject(
  deps: ActivityDependencies,
  { erasure_id }: ErasureInput,
): Promise<ErasureProgress> {
  return await underHeartbeat(async (signal) => {
    const { db, engine } = deps;
    const end = performance.now() + longestMs;
    const isOver = () => signal.aborted || performance.now() > end;
    const erasure = await noteErasureAlive(db, erasure_id);
    if (erasure === null) return { again_in_ms: null };
    await markThreads(db, erasure, isOver);
    const open = await findRunsToCancel(db, erasure, runsAtOnce);
    for (const { _id: run_id, thread_id, turn_count } of open) {
      await acceptInput(engine, { run_id, thread_id, turn_count }, { type: 'cancel_requested' });
    }
    if (open.length === runsAtOnce) return { again_in_ms: 0 };
    if (await hasOpenRun(db, erasure)) return { again_in_ms: lookAgainMs };
    const work = { isOver, notify: engine.outbox.notify.bind(engine.outbox) };
    if (!(await eraseData(db, erasure, work))) return { again_in_ms: isOver() ? 0 : lookAgainMs };
    const cleared = await noteCleared(db, erasure);
    const settledInMs = cleared.getTime() + deps.erasureSettlesMs - Date.now();
    if (settledInMs > 0) return { again_in_ms: settledInMs };
    await completeErasure(db, erasure_id);
    return { again_in_ms: null };
  });
}
