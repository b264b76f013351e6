import { defined } from '#contract/defined.ts';
import { notFound } from '#contract/errors.ts';
import { fromJsonText } from '#contract/json-text.ts';
import type { Pending, ToolRun } from '#contract/mcp-tools.ts';
import { isTerminal } from '#contract/run-state.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { expiresAt, isOver } from '#engine/rules/expiry.ts';
import { isPauseFor } from '#engine/rules/pause.ts';
import type { PauseDocument, RunDocument } from '#engine/documents/run.ts';
import { loadRun } from '#engine/steps/load-run.ts';
import type { RunStore } from '#engine/ports/run-store.ts';
import { nextStep } from './next-step.ts';
import type { Reader } from './reader.ts';

/**
 * A run as tools show it, with what it waits for.
 * @param reader whether the grant has the scope `write`, and who its user is
 * @throws {ServiceError} `not_found` if it was erased meanwhile
 */
export async function viewRun(
  store: Pick<RunStore, 'read'>,
  run: RunDocument,
  reader: Reader,
): Promise<ToolRun> {
  const { run: current, pause } = await withPause(store, run);
  return present(current, pause, reader);
}

/** The item that a run waits for; undefined if there is none, or it has expired. */
export async function pendingOfRun(
  store: Pick<RunStore, 'read'>,
  run: RunDocument,
): Promise<Pending | undefined> {
  const { pause } = await withPause(store, run);
  return pause === undefined ? undefined : pendingOf(pause);
}

async function withPause(
  store: Pick<RunStore, 'read'>,
  run: RunDocument,
): Promise<{ run: RunDocument; pause?: PauseDocument | undefined }> {
  if (run.state !== 'awaiting_input' && run.state !== 'awaiting_outcome') return { run };
  const { _id, thread_id, turn_count } = run;
  const loaded = await loadRun(store, { run_id: _id, thread_id, turn_count });
  if (loaded === null) throw notFound('run');
  const { pause } = loaded.run;
  return { run: loaded.run, pause: pause === undefined || isOver(pause, new Date()) ? undefined : pause };
}

function present(run: RunDocument, pause: PauseDocument | undefined, reader: Reader): ToolRun {
  const { reason, error, message } = run;
  const view: ToolRun = {
    run_id: run._id,
    thread_id: run.thread_id,
    state: run.state,
    terminal: isTerminal(run.state),
    ...(message === undefined ? {} : { reply: message.content }),
    ...(pause === undefined ? {} : { pending: withUrl(run._id, pendingOf(pause), reader) }),
    ...defined({ reason, error }),
  };
  const next = nextStep(view, reader);
  return next === undefined ? view : { ...view, next };
}

/** Adds the address of the approval page for grants that allow decisions. */
function withUrl(runId: string, pending: Pending, { mayWrite, approvalUrl }: Reader): Pending {
  if (pending.kind !== 'confirmation' || !mayWrite) return pending;
  return { ...pending, approval_url: approvalUrl(runId, pending) };
}

function pendingOf(pause: PauseDocument): Pending {
  const { tool_call_id } = pause;
  const times = {
    created_at: toTimestamp(pause.created_at),
    expires_at: toTimestamp(expiresAt(pause)),
  };
  if (isPauseFor(pause, 'confirmation')) {
    const { run_id: _, ...held } = fromJsonText(pause.shown);
    return { kind: 'confirmation', ...held, tool_call_id, ...times };
  }
  if (isPauseFor(pause, 'outcome')) {
    const { patch_ref, args } = fromJsonText(pause.shown);
    return { kind: 'action', tool_call_id, patch_ref, args, ...times };
  }
  if (!isPauseFor(pause, 'question')) throw new Error(`there is no pause for ${pause.type}`);
  return { kind: 'question', tool_call_id, prompt: fromJsonText(pause.shown).prompt, ...times };
}
