import type { TraceContext } from '#contract/trace-context.ts';
import type { Context } from '#contract/context.ts';
import type { Microcredits } from '#contract/credits.ts';
import { defined } from '#contract/defined.ts';
import { ServiceError } from '#contract/errors.ts';
import type { Origin } from '#contract/event.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { Metadata } from '#contract/metadata.ts';
import { mostOpenRuns, titleLength } from '#contract/thread.ts';
import { openingLength } from '#contract/run.ts';
import { searchWords } from '#contract/words/search-words.ts';
import { truncate } from '#contract/text.ts';
import type { MessageDocument } from '../documents/message.ts';
import type { RunDocument } from '../documents/run.ts';
import type { ThreadPauseDocument, ThreadDocument } from '../documents/thread.ts';
import { firstToDecide, isOver, isPauseOver } from './ends.ts';
import { isOfSubject, withMaker } from './gates/makers.ts';
import { envelopes } from './events.ts';
import { contextOf } from './given-context.ts';
import { openingChanges } from './ledger-changes.ts';
import { entryFor } from './outbox.ts';
import { ofConnections, withMessage } from './thread-after.ts';
import type { Changes, IdsAndTime } from './stored.ts';

/** A user message that opens a run. */
export interface OpeningMessage {
  /** Id of the run. */
  run_id: string;
  message_id: string;
  content: string;
  metadata?: Metadata | undefined;
  /** The facts that the backend has given for its run. */
  context?: Context | undefined;
  /** The author. Default: the subject of the thread. */
  actor?: string | undefined;
  origin: Origin;
  connection?: { id: string; name: string };
  /** The only connection that the caller's session token allows. */
  connection_claim?: string;
  trace_context?: TraceContext;
  /** The credits of the workspace that the run holds until it ends. */
  hold: Microcredits;
}

/**
 * The question that a message on this thread answers, which is the oldest one. Undefined if the message opens a run of
 * its own. What is over counts no more, even if its run has not ended yet (pause.expiry.is-a-rule).
 */
export function questionAnswered({ pauses }: ThreadDocument, now: Date): ThreadPauseDocument | undefined {
  return pauses.find((pause) => pause.type === 'question' && !isPauseOver(pause, now));
}

/**
 * The runs of a thread whose calls are held at their gates, the one that waits longest first. Approved calls that cool off are held until they
 * are sent. What is over counts no more.
 */
export function heldRuns({ pauses }: Pick<ThreadDocument, 'pauses'>, now: Date): ThreadPauseDocument[] {
  return pauses.filter((pause) => pause.type === 'confirmation' && !isPauseOver(pause, now));
}

/** @throws {ServiceError} `awaiting_confirmation` while calls of the thread are held, because they need decisions */
export function refuseWhileHeld(thread: Pick<ThreadDocument, 'pauses'>, now: Date): void {
  const [oldest] = heldRuns(thread, now);
  if (oldest === undefined) return;
  const { run_id, calls } = oldest;
  const tool_call_id = firstToDecide(calls.filter((call) => !isOver(call, now)))?.tool_call_id;
  throw new ServiceError('awaiting_confirmation', 'A decision is awaited on this thread, not a message.', {
    details: { run_id, tool_call_id },
  });
}

/** How long a client should wait while too many runs of a thread are open: people and models take their time. */
const retryAfterSeconds = 60;

/**
 * @param ending how many of the thread's runs are about to end. Default: none
 * @throws {ServiceError} `rate_limited` while {@link mostOpenRuns} runs of the thread are open: the thread is read and
 *   written as a whole with each step of each of them, and a document cannot grow without limit
 */
export function refuseManyRuns({ active_runs, pauses }: ThreadDocument, ending = 0): void {
  if (active_runs.length + pauses.length - ending < mostOpenRuns) return;
  throw new ServiceError('rate_limited', `A thread has at most ${mostOpenRuns} open runs.`, {
    retryAfterSeconds,
  });
}

/**
 * A run that a message opens, the last one that gets its thread's lock. Everything that it stores takes effect together.
 * @throws {ServiceError} `rate_limited`
 */
export function openRun(
  thread: ThreadDocument,
  { run_id, message_id, content, metadata, context: facts, actor, origin, hold, ...given }: OpeningMessage,
  context: IdsAndTime,
): Required<Changes> {
  refuseManyRuns(thread);
  const { now } = context;
  const { connection, connection_claim, trace_context } = given;
  const { workspace_id, subject_ref, agent } = thread;
  const seq = thread.last_seq + 1;
  const message: MessageDocument = {
    _id: message_id,
    workspace_id,
    thread_id: thread._id,
    run_id,
    run_seq: seq,
    role: 'user',
    content,
    seq,
    ...(metadata === undefined ? {} : { metadata: toJsonText(metadata) }),
    created_at: now,
  };
  const opened: RunDocument = {
    _id: run_id,
    workspace_id,
    thread_id: thread._id,
    subject_ref,
    ...withMaker({ subject_ref }, actor),
    agent,
    ...defined({ connection, connection_claim, trace_context }),
    origin,
    ...contextForRun(thread, facts),
    ...defined({ grant_id: thread.grant_id }),
    state: 'running',
    seq,
    opening: truncate(content, openingLength),
    opening_words: searchWords(content),
    turn_count: 0,
    last_event_seq: 0,
    cost: 0,
    ...(hold === 0 ? {} : { hold }),
    outbox: entryFor({ kind: 'start' }, 1, now),
    opened_at: now,
    version: 1,
  };
  const goesOn = heldRuns(thread, now).length > 0;
  const started = { type: 'run.started' as const, data: { agent: { id: agent.id, name: agent.name } } };
  const events = envelopes(opened, thread, [started], context);
  return {
    run: { ...opened, last_event_seq: events.length },
    thread: {
      ...withMessage(thread, message, { ofSubject: isOfSubject({ subject_ref }, actor) }),
      ...ofConnections(thread, opened),
      ...(thread.untitled ? { title: truncate(content, titleLength), untitled: false } : {}),
      ...(goesOn ? { beside: true as const } : {}),
      active_runs: [...thread.active_runs, run_id],
      last_event_seq: (thread.last_event_seq ?? 0) + events.length,
      version: thread.version + 1,
    },
    calls: [],
    turns: [],
    newCalls: [],
    messages: [message],
    events,
    ledger: openingChanges(opened, context),
    uses: [],
    memberships: [],
    reserved: [],
    givenBack: [],
    payments: [],
    audit: [],
  };
}

/** The facts for a run: those of its message over those of its thread. */
function contextForRun(
  { context }: Pick<ThreadDocument, 'context'>,
  ofMessage: Context | undefined,
): Pick<RunDocument, 'context'> {
  if (ofMessage === undefined) return defined({ context });
  return { context: toJsonText({ ...contextOf(defined({ context })), ...ofMessage }) };
}
