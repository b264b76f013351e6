import { defined } from '#contract/defined.ts';
import { notFound } from '#contract/errors.ts';
import type { Pending, ToolRun } from '#contract/mcp-tools.ts';
import { isPaused, isTerminal } from '#contract/run-state.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { firstToDecide } from '#engine/rules/ends.ts';
import { isPauseFor } from '#engine/rules/pause.ts';
import type { PauseWithContent, RunDocument } from '#engine/documents/run.ts';
import { loadRun } from '#engine/steps/load-run.ts';
import type { RunStore } from '#engine/ports/run-store.ts';
import type { Database } from '#store/mongo/database.ts';
import { runWithContent } from '#store/threads/shown-content.ts';
import { nextStep } from './next-step.ts';
import type { Reader } from './reader.ts';

/** Reads of a run and of what it waits for. */
export interface RunReads {
  db: Database;
  engine: { store: Pick<RunStore, 'read'> };
}

/**
 * A run as tools show it, with all that it waits for.
 * @param reader whether the grant has the scope `write`, and who its user is
 * @throws {ServiceError} `not_found` if it was erased meanwhile
 */
export async function viewRun(reads: RunReads, run: RunDocument, reader: Reader): Promise<ToolRun> {
  const { run: current, items } = await withItems(reads, run);
  return present(current, items, reader);
}

/** The items that a run waits for, without those that have expired. */
export async function pendingOfRun(reads: RunReads, run: RunDocument): Promise<Pending[]> {
  const { items } = await withItems(reads, run);
  return items.map(pendingOf);
}

async function withItems(
  { db, engine }: RunReads,
  run: RunDocument,
): Promise<{ run: RunDocument; items: PauseWithContent[] }> {
  if (!isPaused(run.state)) return { run, items: [] };
  const { _id, thread_id, turn_count } = run;
  const read = async () => {
    const loaded = await loadRun(engine.store, { run_id: _id, thread_id, turn_count });
    if (loaded === null) throw notFound('run');
    return loaded.run;
  };
  const { pauses: items = [], ...current } = await runWithContent(db, await read(), read, new Date());
  return { run: current, items };
}

function present(run: RunDocument, items: PauseWithContent[], reader: Reader): ToolRun {
  const { reason, error, message } = run;
  const pendings = items.map((item) => withUrl(run._id, pendingOf(item), reader));
  const pending = firstToDecide(pendings);
  const held = pendings.filter(({ kind }) => kind === 'confirmation');
  const view: ToolRun = {
    run_id: run._id,
    thread_id: run.thread_id,
    state: run.state,
    terminal: isTerminal(run.state),
    ...(message === undefined ? {} : { reply: message.content }),
    ...defined({ pending }),
    ...(held.length < 2 ? {} : { pending_confirmations: held }),
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

function pendingOf(pause: PauseWithContent): Pending {
  const { tool_call_id } = pause;
  const times = {
    created_at: toTimestamp(pause.created_at),
    expires_at: toTimestamp(pause.expires_at),
  };
  if (isPauseFor(pause, 'confirmation')) {
    const { run_id: _, ...held } = pause.content;
    return { kind: 'confirmation', ...held, tool_call_id, ...times };
  }
  if (isPauseFor(pause, 'outcome')) {
    const { patch_ref, args } = pause.content;
    return { kind: 'action', tool_call_id, patch_ref, args, ...times };
  }
  if (!isPauseFor(pause, 'question')) throw new Error(`there is no pause for ${pause.type}`);
  return { kind: 'question', tool_call_id, prompt: pause.content.prompt, ...times };
}
