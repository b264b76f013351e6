import type { Logger } from '#config/logger.ts';
import { directiveOf } from '#loom/directive-of.ts';
import { pauseOf } from '#loom/resume-run.ts';
import { notFound } from '#contract/errors.ts';
import { advanceRun, type RunStep } from '#store/advance-run.ts';
import { untilFresh } from '#store/commit.ts';
import type { Database } from '#store/database.ts';
import { loadRun, type LoadedRun, type RunDocument, type RunToLoad } from '#store/runs.ts';
import { findToolCall, type ToolCallDocument } from '#store/tool-calls.ts';
import type { Services } from '../services.ts';
import { tellWorkflow } from '../tell-workflow.ts';

/**
 * Writes a step that somebody outside has called for, and tells the run's workflow. Of racing ones each is made for
 * the run as the winner left it.
 * @param tool_call_id the call it is about, if any
 * @param make makes the step, or nothing where there is none to make; throws what the client is told
 */
export async function resumeRun(
  { services, log }: { services: Services; log: Logger },
  { run_id, thread_id, turn_count, tool_call_id }: RunToLoad & { tool_call_id?: string },
  make: (loaded: LoadedRun, call: ToolCallDocument | undefined) => RunStep | undefined,
): Promise<RunDocument> {
  const { db, workflows } = services;
  const { before, after } = await untilFresh(async () => {
    const [loaded, call] = await Promise.all([
      loadRun(db, { run_id, thread_id, ...(turn_count === undefined ? {} : { turn_count }) }),
      tool_call_id === undefined ? undefined : findToolCall(db, run_id, tool_call_id),
    ]);
    if (loaded === null) throw notFound('run');
    const step = make(loaded, await asOf(db, loaded, call));
    return { before: loaded, after: step === undefined ? loaded : await advanceRun(db, loaded, step) };
  });
  const { run } = after;
  if (after !== before) {
    await tellWorkflow(log, run._id, async () => {
      if (run.wake?.kind === 'resume') {
        await workflows.resume(run._id, {
          tool_call_id: run.wake.tool_call_id,
          directive: directiveOf(after),
        });
      } else await workflows.cancel(run._id);
    });
  }
  return run;
}

/**
 * The call as it was when the thread was read, or later. Read side by side, one of them may be from before a decision
 * and the other from after it: a call that seems to wait, though no pause names it, has been resolved meanwhile.
 */
async function asOf(
  db: Database,
  loaded: LoadedRun,
  call: ToolCallDocument | undefined,
): Promise<ToolCallDocument | undefined> {
  if (call?.status !== 'pending' || pauseOf(loaded)?.tool_call_id === call._id) return call;
  return await findToolCall(db, call.run_id, call._id);
}
