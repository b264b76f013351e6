import { toCredits, type Microcredits } from '#contract/credits.ts';
import type { MessagePart } from '#contract/message.ts';
import { isTerminal } from '#contract/run-state.ts';
import { ledgerEntry } from './accounts.ts';
import { Commit } from './commit.ts';
import type { Database } from './database.ts';
import { runEvents, type RunEvent } from './events.ts';
import { madeAt, newId } from './ids.ts';
import { toMessage, type MessageDocument } from './messages.ts';
import { withMessage } from './open-run.ts';
import type { LoadedRun, RunDocument } from './runs.ts';
import type { ThreadDocument } from './threads.ts';
import type { ToolCallDocument } from './tool-calls.ts';
import type { TurnDocument } from './turns.ts';

/** One step of a run: all that it changes. */
export interface RunStep {
  /** What becomes of the run. Left out: it goes on `running`. */
  state?: Pick<RunDocument, 'state' | 'reason' | 'error'>;
  /** The model turn taken. */
  turn?: TurnDocument;
  toolCalls?: ToolCallDocument[];
  /** The assistant's reply. Announced by `message.completed`, after `events`. */
  reply?: { content: string; parts?: MessagePart[] };
  events?: RunEvent[];
  charge?: Microcredits;
}

/**
 * Writes one step of a run: state, messages, turn, calls, charge and events take effect together or not at all
 * (engineering invariants 3 and 5). A run that is no longer `running` gives up the floor of its thread.
 * @throws {StaleWriteError} when the run or its thread was written since it was loaded
 */
export async function advanceRun(
  db: Database,
  { run, thread }: LoadedRun,
  step: RunStep,
): Promise<LoadedRun> {
  const now = new Date();
  const reply = step.reply === undefined ? undefined : replyDocument(run, thread, step.reply);
  const state = step.state ?? { state: run.state };
  const charge = step.charge ?? 0;
  const { wake: _reacted, ...rest } = run;
  const advanced: RunDocument = {
    ...rest,
    ...state,
    turn_count: run.turn_count + (step.turn === undefined ? 0 : 1),
    cost: run.cost + charge,
    ...(reply === undefined
      ? {}
      : { message: { id: reply._id, content: reply.content, created_at: reply.created_at } }),
    ...(isTerminal(state.state) ? { closed_at: now } : {}),
    version: run.version + 1,
  };
  const events = runEvents(
    run,
    [
      ...(step.events ?? []),
      ...(reply === undefined ? [] : [{ type: 'message.completed' as const, data: { ...toMessage(reply) } }]),
      ...endEvents(advanced),
    ],
    now,
  );
  const after = { ...advanced, last_event_seq: run.last_event_seq + events.length };
  const commit = new Commit(db)
    .replace('runs', after)
    .insert('turns', step.turn === undefined ? [] : [step.turn])
    .insert('tool_calls', step.toolCalls ?? [])
    .insert('messages', reply === undefined ? [] : [reply])
    .insert('events', events);
  const threadAfter = advanceThread(thread, advanced, reply);
  if (threadAfter !== thread) commit.replace('threads', threadAfter);
  if (charge !== 0) {
    commit
      .insert('ledger', [ledgerEntry(run.workspace_id, -charge, 'turn', run._id)])
      .addToBalance(run.workspace_id, -charge);
  }
  await commit.write();
  return { run: after, thread: threadAfter };
}

/** The thread after the step: with the reply, and without the run among those at work if it is not `running`. */
function advanceThread(thread: ThreadDocument, run: RunDocument, reply?: MessageDocument): ThreadDocument {
  const working = run.state === 'running';
  if (working && reply === undefined) return thread;
  const replied =
    reply === undefined ? { ...thread, version: thread.version + 1 } : withMessage(thread, reply);
  return working
    ? replied
    : { ...replied, active_runs: thread.active_runs.filter((active) => active !== run._id) };
}

/** The event that tells of a run's end. */
function endEvents(run: RunDocument): RunEvent[] {
  if (run.state === 'closed') {
    const { state, reason, cost } = run;
    return [{ type: 'run.completed', data: { state, cost_credits: toCredits(cost), reason } }];
  }
  return run.state === 'failed' ? [{ type: 'run.failed', data: { error: run.error } }] : [];
}

function replyDocument(
  run: RunDocument,
  thread: ThreadDocument,
  reply: NonNullable<RunStep['reply']>,
): MessageDocument {
  const id = newId();
  return {
    _id: id,
    workspace_id: run.workspace_id,
    thread_id: run.thread_id,
    run_id: run._id,
    run_seq: run.seq,
    role: 'assistant',
    content: reply.content,
    ...(reply.parts === undefined ? {} : { parts: reply.parts }),
    seq: thread.last_seq + 1,
    created_at: madeAt(id),
  };
}
