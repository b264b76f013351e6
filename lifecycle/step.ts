import type { Microcredits } from '#contract/credits.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { Metadata } from '#contract/metadata.ts';
import type { MessagePart, MessageRole } from '#contract/message.ts';
import { isTerminal } from '#contract/run-state.ts';
import { truncate } from '#contract/text.ts';
import { previewLength } from '#contract/thread.ts';
import type { MessageDocument } from '#store/messages.ts';
import type { LoadedRun, RunDocument } from '#store/runs.ts';
import type { PauseDocument, ThreadDocument } from '#store/threads.ts';
import type { ToolCallDocument } from '#store/tool-calls.ts';
import type { TurnDocument } from '#store/turns.ts';
import type { MeteredUse } from '#store/usage.ts';
import { endEvents, envelopes, replyEvents, type RunEvent } from './events.ts';
import { ledgerChanges } from './ledger-changes.ts';
import { dueAt } from './outbox.ts';
import type { CallChange, Changes, Surroundings } from './stored.ts';
import { transition, type RunSituation, type RunTrigger } from './run-states.ts';

/** What one input makes of a run, before the documents are made of it. */
export interface Step {
  /** What becomes of the run. Left out: it stays as it is. */
  state?: Pick<RunDocument, 'state' | 'reason' | 'error'>;
  /** What a run that pauses waits for. */
  pause?: PauseDocument;
  /** What Temporal is to be told. Left out: nothing new. */
  outbox?: NonNullable<RunDocument['outbox']>;
  /** Who takes the step: a workflow that does has been started, and has heard that it was resumed. */
  by: 'workflow' | 'client' | 'sweep';
  /** Further fields of the run. */
  run?: Pick<Partial<RunDocument>, 'handed_off' | 'blocks' | 'cancel_requested' | 'invalid_turns'>;
  turn?: TurnDocument;
  newCalls?: ToolCallDocument[];
  calls?: CallChange[];
  message?: NewThreadMessage;
  /** In their order. Those of a reply and of the run's end come after them. */
  events?: RunEvent[];
  use?: MeteredUse;
  charges?: Charge[];
}

/** What is said on the thread: the agent's reply, or the user's answer. */
export interface NewThreadMessage {
  id: string;
  role: Exclude<MessageRole, 'system'>;
  content: string;
  parts?: MessagePart[];
  metadata?: Metadata;
}

export interface Charge {
  amount: Microcredits;
  reason: 'turn' | 'patch' | 'identify';
}

/**
 * The documents after a step. State, pause, messages, turn, calls, charges and events change together. A run that is no
 * longer `running` leaves the line of its thread, and the next one in it is let in; one that resumes joins the line.
 * @throws {Error} when the states of a run do not allow the step: a fault of these rules
 */
export function changesOf(stored: LoadedRun, step: Step, surroundings: Surroundings): Changes {
  checkMove(stored, step);
  const { run, thread } = stored;
  const { now } = surroundings;
  const message = step.message === undefined ? undefined : messageDocument(run, thread, step.message, now);
  const charges = (step.charges ?? []).filter(({ amount }) => amount > 0);
  const advanced = advanceRun(run, step, charges, message, now);
  const reply = message?.role === 'assistant' ? replyEvents(message) : [];
  const events = envelopes(
    run,
    thread,
    [...(step.events ?? []), ...reply, ...(isTerminal(run.state) ? [] : endEvents(advanced))],
    surroundings,
  );
  const runAfter = { ...advanced, last_event_seq: run.last_event_seq + events.length };
  const threadAfter = advanceThread(thread, runAfter, {
    pause: step.pause,
    message,
    events: events.length,
    now,
  });
  const ends = isTerminal(runAfter.state) && !isTerminal(run.state);
  return {
    run: runAfter,
    ...(threadAfter === thread ? {} : { thread: threadAfter }),
    calls: step.calls ?? [],
    turns: step.turn === undefined ? [] : [step.turn],
    newCalls: step.newCalls ?? [],
    messages: message === undefined ? [] : [message],
    events,
    ledger: ledgerChanges(runAfter, charges, { ends }, surroundings),
    uses: step.use === undefined ? [] : [step.use],
  };
}

/** What is stored once the changes are. */
export function applied(stored: LoadedRun, changes: Changes): LoadedRun {
  const changed = new Map(changes.calls.map(({ before, set }) => [before._id, set]));
  return {
    run: changes.run,
    thread: changes.thread ?? stored.thread,
    calls:
      changes.turns.length > 0
        ? changes.newCalls
        : stored.calls.map((call) => ({ ...call, ...changed.get(call._id) })),
  };
}

function advanceRun(
  run: RunDocument,
  step: Step,
  charges: Charge[],
  message: MessageDocument | undefined,
  now: Date,
): RunDocument {
  const { outbox: before, ...rest } = run;
  const state = step.state ?? { state: run.state };
  const outbox = step.outbox ?? outboxAfter(before, step.by, isTerminal(state.state));
  return {
    ...rest,
    ...step.run,
    ...state,
    turn_count: run.turn_count + (step.turn === undefined ? 0 : 1),
    cost: charges.reduce((sum, { amount }) => sum + amount, run.cost),
    ...(message?.role === 'assistant'
      ? { message: { id: message._id, content: message.content, created_at: message.created_at } }
      : {}),
    ...(outbox === undefined ? {} : { outbox }),
    ...(isTerminal(state.state) && !isTerminal(run.state) ? { closed_at: now } : {}),
    version: run.version + 1,
  };
}

/**
 * What Temporal is still to be told. A step of the workflow shows that it runs and has heard of what it was resumed
 * for; that somebody wants the run to end is to be told until the run has ended.
 */
function outboxAfter(
  before: RunDocument['outbox'],
  by: Step['by'],
  ended: boolean,
): RunDocument['outbox'] | undefined {
  if (before === undefined || by === 'client') return before;
  return by === 'workflow' && before.kind === 'cancel' && !ended ? before : undefined;
}

/** The thread after a step: what was said and told, who works or waits to work on it, and who is paused. */
function advanceThread(
  thread: ThreadDocument,
  run: RunDocument,
  {
    pause,
    message,
    events,
    now,
  }: { pause: PauseDocument | undefined; message: MessageDocument | undefined; events: number; now: Date },
): ThreadDocument {
  const working = run.state === 'running';
  const listed = thread.active_runs.includes(run._id);
  const kept = pausesAfter(thread, run, pause);
  const pausesStay = kept.length === thread.pauses.length && pause === undefined;
  if (working === listed && pausesStay && message === undefined && events === 0) return thread;
  const active_runs = working
    ? inLine(thread.active_runs, run._id)
    : thread.active_runs.filter((id) => id !== run._id);
  const said = message === undefined ? thread : withMessage(thread, message);
  const { outbox: before, ...rest } = said;
  const outbox = letIn(thread, before, active_runs, run._id, now);
  return {
    ...rest,
    active_runs,
    pauses: pause === undefined ? kept : [...kept, pause],
    last_event_seq: (thread.last_event_seq ?? 0) + events,
    ...(outbox === undefined ? {} : { outbox }),
    version: thread.version + 1,
  };
}

/** The pauses that stay. A step that leaves a run paused leaves its pause as well. */
function pausesAfter(
  { pauses }: ThreadDocument,
  { _id, state }: RunDocument,
  pause: PauseDocument | undefined,
): PauseDocument[] {
  const staysPaused = pause === undefined && state !== 'running' && !isTerminal(state);
  return staysPaused ? pauses : pauses.filter(({ run_id }) => run_id !== _id);
}

/**
 * The run that Temporal is to tell that it may work now: the first in the line, when it has just come to be that by
 * another run's leaving. A step of that run does not show that its workflow knows: a worker that was given up may have
 * taken it.
 */
function letIn(
  thread: ThreadDocument,
  before: ThreadDocument['outbox'],
  line: string[],
  by: string,
  now: Date,
): ThreadDocument['outbox'] {
  const [first] = line;
  if (first === undefined) return undefined;
  if (first !== by && thread.active_runs[0] === by)
    return { kind: 'turn', run_id: first, due_at: dueAt(now) };
  return before?.run_id === first ? before : undefined;
}

/** A run that resumes works next: those that wait for their first turn are newer (contract section 4). */
function inLine(active: string[], runId: string): string[] {
  if (active.includes(runId)) return active;
  return [...active.slice(0, 1), runId, ...active.slice(1)];
}

/** The thread after a message; its version is for the caller to count. */
export function withMessage(thread: ThreadDocument, message: MessageDocument): ThreadDocument {
  return {
    ...thread,
    last_seq: message.seq,
    message_count: thread.message_count + 1,
    last_message: {
      role: message.role,
      content: truncate(message.content, previewLength),
      created_at: message.created_at,
    },
    updated_at: message.created_at,
  };
}

function messageDocument(
  run: RunDocument,
  thread: ThreadDocument,
  { id, role, content, parts, metadata }: NewThreadMessage,
  now: Date,
): MessageDocument {
  return {
    _id: id,
    workspace_id: run.workspace_id,
    thread_id: run.thread_id,
    run_id: run._id,
    run_seq: run.seq,
    role,
    content,
    ...(parts === undefined ? {} : { parts: toJsonText(parts) }),
    seq: thread.last_seq + 1,
    ...(metadata === undefined ? {} : { metadata: toJsonText(metadata) }),
    created_at: now,
  };
}

function checkMove(stored: LoadedRun, step: Step): void {
  const from = situationOf(stored);
  const trigger = triggerOf(from, step);
  const allowed =
    trigger === undefined
      ? from.state === 'running' || step.turn === undefined
      : transition(from, trigger) !== undefined;
  if (!allowed) throw new Error(`a run that is ${from.state} cannot ${trigger?.type ?? 'take a turn'}`);
}

function situationOf({ run, thread }: LoadedRun): RunSituation {
  switch (run.state) {
    case 'running':
      return { state: 'running' };
    case 'awaiting_outcome':
      return { state: 'awaiting_outcome', pause: 'outcome' };
    case 'awaiting_input': {
      const pause = thread.pauses.find(({ run_id }) => run_id === run._id);
      return { state: 'awaiting_input', pause: pause?.type === 'confirmation' ? 'confirmation' : 'question' };
    }
    case 'closed':
      return { state: 'closed', reason: run.reason ?? 'finished' };
    case 'failed':
      return { state: 'failed', error: run.error?.code ?? 'internal_error' };
  }
}

function triggerOf(from: RunSituation, { state, pause }: Step): RunTrigger | undefined {
  if (pause !== undefined) return { type: 'pause', kind: pause.type };
  switch (state?.state) {
    case 'closed':
      return { type: 'close', reason: state.reason ?? 'finished' };
    case 'failed':
      return { type: 'fail', error: state.error?.code ?? 'internal_error' };
    case 'running':
      return 'pause' in from ? { type: 'resume', kind: from.pause } : undefined;
    default:
      return undefined;
  }
}
