import { notFound } from '#contract/errors.ts';
import { fromJsonText } from '#contract/json-text.ts';
import type { Pending, ToolRun } from '#contract/mcp-tools.ts';
import { isTerminal } from '#contract/run-state.ts';
import type { PendingAction, PendingConfirmation, PendingElicitation } from '#contract/thread.ts';
import { pauseOf } from '#lifecycle/resolution.ts';
import type { RunDocument } from '#store/documents/run.ts';
import type { PauseDocument } from '#store/documents/thread.ts';
import type { Database } from '#store/mongo/database.ts';
import { loadRun } from '#store/runs/runs.ts';
import { nextStep } from './next-step.ts';

/**
 * A run as tools show it, with what it waits for.
 * @param mayWrite whether the grant has the scope `write`
 * @throws {ServiceError} `not_found` if it was erased meanwhile
 */
export async function viewRun(db: Database, run: RunDocument, mayWrite: boolean): Promise<ToolRun> {
  if (run.state !== 'awaiting_input' && run.state !== 'awaiting_outcome')
    return present(run, undefined, mayWrite);
  const { _id, thread_id, turn_count } = run;
  const loaded = await loadRun(db, { run_id: _id, thread_id, turn_count });
  if (loaded === null) throw notFound('run');
  return present(loaded.run, pauseOf(loaded), mayWrite);
}

function present(run: RunDocument, pause: PauseDocument | undefined, mayWrite: boolean): ToolRun {
  const { reason, error, message } = run;
  const view: ToolRun = {
    run_id: run._id,
    thread_id: run.thread_id,
    state: run.state,
    terminal: isTerminal(run.state),
    ...(message === undefined ? {} : { reply: message.content }),
    ...(pause === undefined ? {} : { pending: pendingOf(pause) }),
    ...(reason === undefined ? {} : { reason }),
    ...(error === undefined ? {} : { error }),
  };
  const next = nextStep(view, mayWrite);
  return next === undefined ? view : { ...view, next };
}

function pendingOf({ type, tool_call_id, shown }: PauseDocument): Pending {
  switch (type) {
    case 'question': {
      const { prompt } = fromJsonText(shown) as PendingElicitation;
      return { kind: 'question', tool_call_id, prompt };
    }
    case 'confirmation': {
      const { patch_ref, summary, risk } = fromJsonText(shown) as PendingConfirmation;
      return { kind: 'confirmation', tool_call_id, patch_ref, summary, risk };
    }
    case 'outcome': {
      const { patch_ref, args } = fromJsonText(shown) as PendingAction;
      return { kind: 'action', tool_call_id, patch_ref, args };
    }
  }
}
