import { toCredits } from '#contract/credits.ts';
import type { Page } from '#contract/pagination.ts';
import type { Run } from '#contract/run.ts';
import { isTerminal, type RunState } from '#contract/run-state.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { LoadedRun, RunDocument } from '../documents/run.ts';
import type { Database } from '../mongo/database.ts';
import { newestPage } from '../mongo/page.ts';
import { inScope, type Scope } from '../threads/scope.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import { toApproval } from './approvals.ts';
import { isOfOneMoment } from './one-moment.ts';
import { listTurnCalls } from './tool-calls.ts';

/** Which runs are listed. */
export interface RunFilter extends Scope {
  agent_key?: string;
  state?: RunState;
  thread_id?: string;
}

export async function findRun(db: Database, scope: Scope, id: string): Promise<RunDocument | null> {
  return await db.runs.findOne({ _id: id, ...inScope(scope) });
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

/** Which run to load, and the number of its turns as far as the caller knows. */
export interface RunToLoad {
  run_id: string;
  thread_id: string;
  /** If this is right, the calls of the latest turn are read in the same round trip. */
  turn_count?: number;
}

/** Concurrent reads during writes can return documents of different moments. They are repeated up to this often. */
const mostReads = 10;

/** A run with its thread; null if there is no such run. */
export async function loadRun(
  db: Database,
  { run_id, thread_id, turn_count = 0 }: RunToLoad,
): Promise<LoadedRun | null> {
  let known = turn_count;
  for (let reads = 1; ; reads += 1) {
    const [run, thread, calls] = await Promise.all([
      db.runs.findOne({ _id: run_id }),
      db.threads.findOne({ _id: thread_id }),
      latestCalls(db, run_id, known),
    ]);
    if (run === null || thread === null) return null;
    const latest = run.turn_count === known ? calls : await latestCalls(db, run_id, run.turn_count);
    const loaded = { run, thread, calls: latest };
    if (isOfOneMoment(loaded) || reads === mostReads) return loaded;
    known = run.turn_count;
  }
}

async function latestCalls(db: Database, runId: string, turnCount: number): Promise<ToolCallDocument[]> {
  return turnCount === 0 ? [] : await listTurnCalls(db, runId, turnCount);
}

/** Runs, newest first. The position is the last run's id. */
export async function listRuns(
  db: Database,
  { agent_key, ...filter }: RunFilter,
  limit: number,
  after?: string,
): Promise<Page<RunDocument, string>> {
  const ofAgent = agent_key === undefined ? {} : { 'agent.key': agent_key };
  return await newestPage(db.runs, { ...inScope(filter), ...ofAgent }, limit, after);
}

/** A run as the API shows it. */
export function toRun(document: RunDocument): Run {
  const { reason, error, connection, message, closed_at } = document;
  const pending = toApproval(document);
  return {
    id: document._id,
    thread_id: document.thread_id,
    subject_ref: document.subject_ref,
    agent: { id: document.agent.id, name: document.agent.name },
    origin: document.origin,
    state: document.state,
    terminal: isTerminal(document.state),
    cost_credits: toCredits(document.cost),
    ...(reason === undefined ? {} : { reason }),
    ...(error === undefined ? {} : { error }),
    ...(connection === undefined ? {} : { connection }),
    ...(message === undefined
      ? {}
      : { message: { ...message, role: 'assistant', created_at: toTimestamp(message.created_at) } }),
    opened_at: toTimestamp(document.opened_at),
    ...(closed_at === undefined ? {} : { closed_at: toTimestamp(closed_at) }),
    ...(pending === undefined ? {} : { pending }),
  };
}

/** What Temporal stores about a run: ids and labels, never content. */
export function toRunLabels(
  document: Pick<RunDocument, '_id' | 'workspace_id' | 'thread_id' | 'agent' | 'seq'>,
) {
  const { _id, workspace_id, thread_id, agent, seq } = document;
  return { run_id: _id, workspace_id, thread_id, agent, seq };
}

export async function findRunById(db: Database, id: string): Promise<RunDocument | null> {
  return await db.runs.findOne({ _id: id });
}

/** The runs among these that have not ended. */
export async function findOpenRuns(db: Database, ids: string[]): Promise<RunDocument[]> {
  if (ids.length === 0) return [];
  return await db.runs.find({ _id: { $in: ids }, state: { $nin: ['closed', 'failed'] } }).toArray();
}
