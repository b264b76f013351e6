import { toCredits, type Microcredits } from '#contract/credits.ts';
import type { Metadata } from '#contract/metadata.ts';
import type { MessagePart } from '#contract/message.ts';
import { isTerminal } from '#contract/run-state.ts';
import { stepChanges, type StoredEntry } from './ledger.ts';
import { checkMove } from './check-move.ts';
import { Commit } from './commit.ts';
import type { Database } from './database.ts';
import { runEvents, type RunEvent } from './events.ts';
import { newId } from './ids.ts';
import { toMessage, type MessageDocument } from './messages.ts';
import { withMessage } from './open-run.ts';
import type { LoadedRun, RunDocument } from './runs.ts';
import type { PauseDocument, ThreadDocument } from './threads.ts';
import type { ToolCallDocument } from './tool-calls.ts';
import type { TurnDocument } from './turns.ts';
import { usageOf, type MeteredUse } from './usage.ts';

/** One step of a run: all that it changes. */
export interface RunStep {
  /** What becomes of the run. Left out: it goes on `running`. */
  state?: Pick<RunDocument, 'state' | 'reason' | 'error'>;
  /** What a run that pauses waits for. */
  pause?: PauseDocument;
  /** The reaction that the workflow owes from now on; without it, it owes none. */
  wake?: NonNullable<RunDocument['wake']>;
  /** Further fields of the run. */
  run?: Pick<Partial<RunDocument>, 'handed_off' | 'blocks' | 'cancel_requested'>;
  /** The model turn taken, with its calls. */
  turn?: TurnDocument;
  toolCalls?: ToolCallDocument[];
  /** What becomes of calls made before. */
  callChanges?: { tool_call_id: string; changes: Partial<ToolCallDocument> }[];
  /** What is said: the agent's reply, or the user's answer. A reply is announced after `events`. */
  message?: {
    /** Default: a new one. */
    id?: string;
    role: 'user' | 'assistant';
    content: string;
    parts?: MessagePart[];
    metadata?: Metadata;
  };
  events?: RunEvent[];
  /** What is counted as used. */
  use?: MeteredUse;
  charge?: { amount: Microcredits; reason: StoredEntry['reason'] };
}

/**
 * Writes one step of a run: state, pause, messages, turn, calls, charge and events take effect together or not at
 * all (engineering invariants 2, 3 and 5). A run that is no longer `running` gives up the floor of its thread; one
 * that resumes gets in line for it.
 * @throws {StaleWriteError} when the run, its thread or a call was written since it was loaded
 */
export async function advanceRun(db: Database, loaded: LoadedRun, step: RunStep): Promise<LoadedRun> {
  const { run, thread } = loaded;
  checkMove(loaded, step);
  const now = new Date();
  const message = step.message === undefined ? undefined : messageDocument(run, thread, step.message, now);
  const advanced = advanceDocument(run, step, message, now);
  const events = runEvents(
    run,
    thread,
    [...(step.events ?? []), ...replyEvents(message), ...endEvents(advanced)],
    now,
  );
  const after = { ...advanced, last_event_seq: run.last_event_seq + events.length };
  const threadAfter = advanceThread(thread, advanced, step.pause, message, events.length);
  const commit = new Commit(db)
    .replace('runs', after)
    .insert('turns', step.turn === undefined ? [] : [step.turn])
    .insert('tool_calls', step.toolCalls ?? [])
    .insert('messages', message === undefined ? [] : [message])
    .insert('events', events)
    .insert('usage', step.use === undefined ? [] : [usageOf(run.workspace_id, step.use)])
    .insert('ledger', stepChanges(run, { charge: step.charge, ends: isTerminal(after.state) }));
  for (const { tool_call_id, changes } of step.callChanges ?? []) commit.changeCall(tool_call_id, changes);
  if (threadAfter !== thread) commit.replace('threads', threadAfter);
  await commit.write();
  return { run: after, thread: threadAfter, calls: callsAfter(loaded, step) };
}

function advanceDocument(
  run: RunDocument,
  step: RunStep,
  message: MessageDocument | undefined,
  now: Date,
): RunDocument {
  const { wake: _reacted, ...rest } = run;
  const state = step.state ?? { state: run.state };
  return {
    ...rest,
    ...step.run,
    ...state,
    turn_count: run.turn_count + (step.turn === undefined ? 0 : 1),
    cost: run.cost + (step.charge?.amount ?? 0),
    ...(message?.role === 'assistant'
      ? { message: { id: message._id, content: message.content, created_at: message.created_at } }
      : {}),
    ...(step.wake === undefined ? {} : { wake: step.wake }),
    ...(isTerminal(state.state) ? { closed_at: now } : {}),
    version: run.version + 1,
  };
}

/** The thread after the step: what was said and told, who works or waits to work on it, and who is paused. */
function advanceThread(
  thread: ThreadDocument,
  run: RunDocument,
  pause: PauseDocument | undefined,
  message: MessageDocument | undefined,
  eventCount: number,
): ThreadDocument {
  const working = run.state === 'running';
  const listed = thread.active_runs.includes(run._id);
  const paused = thread.pauses.some(({ shown }) => shown.run_id === run._id);
  if (working === listed && !paused && pause === undefined && message === undefined && eventCount === 0) {
    return thread;
  }
  const others = thread.pauses.filter(({ shown }) => shown.run_id !== run._id);
  return {
    ...(message === undefined ? { ...thread, version: thread.version + 1 } : withMessage(thread, message)),
    active_runs: working
      ? inLine(thread.active_runs, run._id)
      : thread.active_runs.filter((id) => id !== run._id),
    pauses: pause === undefined ? others : [...others, pause],
    last_event_seq: (thread.last_event_seq ?? 0) + eventCount,
  };
}

/** A run that resumes works next: those that wait for their first turn are newer (contract section 4). */
function inLine(active: string[], runId: string): string[] {
  if (active.includes(runId)) return active;
  return [...active.slice(0, 1), runId, ...active.slice(1)];
}

function callsAfter({ calls }: LoadedRun, step: RunStep): ToolCallDocument[] {
  if (step.turn !== undefined) return step.toolCalls ?? [];
  const changes = new Map(step.callChanges?.map(({ tool_call_id, changes }) => [tool_call_id, changes]));
  return calls.map((call) => ({ ...call, ...changes.get(call._id) }));
}

function replyEvents(message: MessageDocument | undefined): RunEvent[] {
  if (message?.role !== 'assistant') return [];
  const { role, content, parts, seq } = toMessage(message);
  return [
    ...(parts === null ? [] : [{ type: 'message.block' as const, data: { role, content, parts, seq } }]),
    { type: 'message.completed', data: { ...toMessage(message) } },
  ];
}

/** The event that tells of a run's end. */
function endEvents(run: RunDocument): RunEvent[] {
  if (run.state === 'closed') {
    const { state, reason, cost } = run;
    return [{ type: 'run.completed', data: { state, cost_credits: toCredits(cost), reason } }];
  }
  return run.state === 'failed' ? [{ type: 'run.failed', data: { error: run.error } }] : [];
}

function messageDocument(
  run: RunDocument,
  thread: ThreadDocument,
  { id, role, content, parts, metadata }: NonNullable<RunStep['message']>,
  now: Date,
): MessageDocument {
  return {
    _id: id ?? newId(),
    workspace_id: run.workspace_id,
    thread_id: run.thread_id,
    run_id: run._id,
    run_seq: run.seq,
    role,
    content,
    ...(parts === undefined ? {} : { parts }),
    seq: thread.last_seq + 1,
    ...(metadata === undefined ? {} : { metadata }),
    created_at: now,
  };
}
