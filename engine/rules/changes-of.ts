import { defined } from '#contract/defined.ts';
import { toJsonText } from '#contract/json-text.ts';
import { isPaused, isTerminal } from '#contract/run-state.ts';
import type { MessageDocument } from '../documents/message.ts';
import type { LoadedRun, RunDocument } from '../documents/run.ts';
import type { ThreadDocument } from '../documents/thread.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import { auditRecords } from './audit-records.ts';
import type { Charge } from './charge.ts';
import { checkMove } from './check-move.ts';
import { endEvents, envelopes, replyEvents } from './events.ts';
import { freezesOf } from './freezes/lift-freeze.ts';
import { ledgerChanges } from './ledger-changes.ts';
import type { CallChange, Changes, RuleContext } from './stored.ts';
import { sentPayments } from './payments/sent-payments.ts';
import { outboxAfter } from './outbox.ts';
import { countCalls } from './policies/reserved.ts';
import { withShown, withoutShown } from './shown-content.ts';
import type { NewThreadMessage, Step } from './step.ts';
import { threadAfter } from './thread-after.ts';

/**
 * The documents after a step. State, pause, messages, turn, calls, charges and events change together. A run that is no
 * longer `running` gives up the thread lock, and the next one gets it. A run that resumes waits for it again.
 * @throws {Error} if the states of a run do not allow the step, which is a bug in these rules
 */
export function changesOf(stored: LoadedRun, step: Step, context: RuleContext): Changes {
  checkMove(stored, step);
  const { run, thread } = stored;
  const { now } = context;
  const message = step.message === undefined ? undefined : messageDocument(run, thread, step.message, now);
  const charges = (step.charges ?? []).filter(({ amount }) => amount > 0);
  const advanced = advanceRun(stored, step, charges, message, now);
  const reply = message?.role === 'assistant' ? replyEvents(message) : [];
  const events = envelopes(
    advanced,
    thread,
    [...(step.events ?? []), ...reply, ...(isTerminal(run.state) ? [] : endEvents(advanced))],
    context,
  );
  const runAfter = { ...advanced, last_event_seq: run.last_event_seq + events.length };
  const ends = isTerminal(runAfter.state) && !isTerminal(run.state);
  const after = threadAfter(thread, runAfter, {
    pauses: step.pauses,
    message,
    newCalls: step.newCalls ?? [],
    ofSubject: step.message?.of_subject === true,
    turnedDown: (step.calls ?? []).filter(({ set }) => set.turned_down !== undefined).length,
    ends,
    events: events.length,
    now,
  });
  const shown = withShown(run, advanced.pauses, step);
  const counted = countCalls(shown.calls, shown.newCalls, context.storeNow);
  return {
    run: withoutShown(runAfter),
    ...(after === thread ? {} : { thread: after }),
    calls: counted.calls,
    turns: step.turn === undefined ? [] : [step.turn],
    newCalls: counted.newCalls,
    messages: message === undefined ? [] : [message],
    events,
    ledger: ledgerChanges(runAfter, charges, { ends }, context),
    uses: step.use === undefined ? [] : [step.use],
    memberships: step.memberships ?? [],
    reserved: counted.reserved,
    givenBack: counted.givenBack,
    payments: sentPayments(run, counted.calls, context),
    audit: auditRecords(run, counted.calls, counted.newCalls, context),
  };
}

/** The stored documents after the changes. */
export function applied(stored: LoadedRun, changes: Changes): LoadedRun {
  const changed = new Map(changes.calls.map((change) => [change.before._id, change]));
  return {
    run: changes.run,
    thread: changes.thread ?? stored.thread,
    calls:
      changes.turns.length > 0
        ? changes.newCalls
        : [...stored.calls.map((call) => changedCall(call, changed.get(call._id))), ...changes.newCalls],
  };
}

/** A call after a change. */
export function changedCall(
  call: ToolCallDocument,
  change: Pick<CallChange, 'set' | 'unset'> | undefined,
): ToolCallDocument {
  const after = { ...call, ...change?.set };
  for (const field of change?.unset ?? []) delete after[field];
  return after;
}

function advanceRun(
  stored: LoadedRun,
  step: Step,
  charges: Charge[],
  message: MessageDocument | undefined,
  now: Date,
): RunDocument {
  const { run } = stored;
  const { outbox: _, pauses: before, paused_at = now, frozen_by: __, ...rest } = run;
  const state = step.state ?? { state: run.state };
  const outbox = outboxAfter(stored, step, now);
  const pauses = isPaused(state.state) ? (step.pauses ?? before) : undefined;
  return {
    ...rest,
    ...step.run,
    ...state,
    turn_count: run.turn_count + (step.turn === undefined ? 0 : 1),
    ...defined({ models: modelsAfter(run, step.turn) }),
    cost: charges.reduce((sum, { amount }) => sum + amount, run.cost),
    ...(message?.role === 'assistant'
      ? { message: { id: message._id, content: message.content, created_at: message.created_at } }
      : {}),
    ...defined({ outbox, pauses, frozen_by: freezesOf(pauses) }),
    ...(pauses === undefined ? {} : { paused_at, first_paused_at: run.first_paused_at ?? now }),
    ...(isTerminal(state.state) && !isTerminal(run.state) ? { closed_at: now } : {}),
    version: run.version + 1,
  };
}

/** The models that have taken turns. */
function modelsAfter({ models = [] }: RunDocument, turn: Step['turn']): string[] | undefined {
  if (turn === undefined) return undefined;
  const model = turn.model ?? turn.model_class;
  return models.includes(model) ? models : [...models, model];
}

function messageDocument(
  run: RunDocument,
  thread: ThreadDocument,
  { id, role, content, parts, content_for_model, metadata, finish }: NewThreadMessage,
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
    ...defined({ content_for_model }),
    seq: thread.last_seq + 1,
    ...(metadata === undefined ? {} : { metadata: toJsonText(metadata) }),
    ...defined({ finish }),
    created_at: now,
  };
}
