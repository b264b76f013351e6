import type { RunToLoad } from '#engine/ports/run-store.ts';
import { toCredits } from '#contract/credits.ts';
import { defined } from '#contract/defined.ts';
import type { Run } from '#contract/run.ts';
import { isTerminal } from '#contract/run-state.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { LoadedRun, RunDocument, RunWithContent } from '#engine/documents/run.ts';
import type { Database } from '../mongo/database.ts';
import type { Scope } from '#engine/ports/scope.ts';
import { runsInScope } from '../threads/scope.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { isOver } from '#engine/rules/ends.ts';
import { isPauseFor } from '#engine/rules/pause.ts';
import { toApproval } from './approvals.ts';
import { listTurnCalls } from './tool-calls.ts';

export async function findRun(db: Database, scope: Scope, id: string): Promise<RunDocument | null> {
  return await db.runs.findOne({ _id: id, ...runsInScope(scope) });
}

/**
 * The run that received a message of a thread, as its first message or as an answer; null if there is no such message.
 */
export async function findRunOfMessage(
  db: Database,
  threadId: string,
  messageId: string,
): Promise<RunDocument | null> {
  const message = await db.messages.findOne({ _id: messageId, thread_id: threadId });
  return message === null ? null : await db.runs.findOne({ _id: message.run_id });
}

/** The thread of a message of a grant's conversations; undefined if there is no such message. */
export async function findThreadOfMessage(
  db: Database,
  grantId: string,
  messageId: string,
): Promise<string | undefined> {
  const message = await db.messages.findOne({ _id: messageId });
  const run = message === null ? null : await db.runs.findOne({ _id: message.run_id, grant_id: grantId });
  return run?.thread_id;
}

/**
 * A run with its thread and the calls of its latest turn, read concurrently; null if there is no such run.
 * @param known the run as it was just read, which is then not read once more
 */
export async function readRun(
  db: Database,
  { run_id, thread_id, turn_count = 0 }: RunToLoad,
  known?: RunDocument,
): Promise<LoadedRun | null> {
  const [run, thread, calls] = await Promise.all([
    known ?? db.runs.findOne({ _id: run_id }),
    db.threads.findOne({ _id: thread_id }),
    latestCalls(db, run_id, turn_count),
  ]);
  if (run === null || thread === null) return null;
  const isLatest = run.turn_count === turn_count;
  return { run, thread, calls: isLatest ? calls : await latestCalls(db, run_id, run.turn_count) };
}

async function latestCalls(db: Database, runId: string, turnCount: number): Promise<ToolCallDocument[]> {
  return turnCount === 0 ? [] : await listTurnCalls(db, runId, turnCount);
}

/**
 * A run as the API shows it.
 * @param now what the run waited for is not shown once it is over
 */
export function toRun(document: RunWithContent, now: Date): Run {
  const { reason, error, connection, message, closed_at } = document;
  const pending = toApproval(document, now);
  const { pauses = [] } = document;
  const held = pauses.filter((item) => isPauseFor(item, 'confirmation')).filter((item) => !isOver(item, now));
  return {
    id: document._id,
    thread_id: document.thread_id,
    subject_ref: document.subject_ref,
    agent: { id: document.agent.id, name: document.agent.name },
    origin: document.origin,
    state: document.state,
    terminal: isTerminal(document.state),
    cost_credits: toCredits(document.cost),
    ...defined({ reason, error, connection }),
    ...(message === undefined
      ? {}
      : { message: { ...message, role: 'assistant', created_at: toTimestamp(message.created_at) } }),
    opened_at: toTimestamp(document.opened_at),
    ...(closed_at === undefined ? {} : { closed_at: toTimestamp(closed_at) }),
    ...defined({ pending }),
    ...(held.length === 0 ? {} : { pending_confirmations: held.map(({ content }) => content) }),
  };
}

export async function findRunById(db: Database, id: string): Promise<RunDocument | null> {
  return await db.runs.findOne({ _id: id });
}
