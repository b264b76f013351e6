import type { Log } from '#engine/ports/log.ts';
import type { ChatApproval, UiMessageChunk } from '#contract/chat.ts';
import { isTerminal } from '#contract/run-state.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { MessageDocument } from '#engine/documents/message.ts';
import type { RunDocument, RunWithContent } from '#engine/documents/run.ts';
import { endEvents, replyEvents } from '#engine/rules/events.ts';
import { dataOf } from '#store/events/events.ts';
import type { ThreadFeed } from '#store/streaming/thread-feed.ts';
import type { ChatPlace } from './accept-action.ts';
import { approvalFrame, RunFrames } from './frames.ts';
import { frameFor, repeatedTurn, type Sdk } from './sdk.ts';
import { type Waiting, waitingOf } from './waiting.ts';

/** The end of a stream, so that a client can distinguish a whole one from one that broke off. */
export const streamEnd = '[DONE]';
/** After this time without an event, a comment is sent, so that no proxy considers the connection dead. */
const heartbeatMs = 15_000;
/** How long a stream of a run that has ended waits for events, which may not be kept any more. */
const endedMs = 1000;
/** How recently a credential must have been checked before a frame is sent, as with the stream of events. */
const checkEveryMs = 1000;

/** Events after which a person may be next. A call that waits for one is started by the commit that pauses its run. */
const pausing: ReadonlySet<string> = new Set([
  'tool_call.started',
  'elicitation.requested',
  'action.proposed',
  'write.confirmation_requested',
  'write.approval_recorded',
]);

/** Events after which more is known of a write. */
const isOfCall: ReadonlySet<string> = new Set(['tool_call.started', 'tool_call.completed']);

/** The conditions of a stream besides its thread's events. */
export interface ChatConditions {
  /** Aborts when the client or the server goes away. */
  signal: AbortSignal;
  /** Whether the client's credential is still valid. */
  stillAllowed: () => Promise<boolean>;
  stored: StoredRun;
  log: Log;
  /** Which frames the client reads. */
  sdk: Sdk;
}

/** The events of threads that the caller may see. */
export type Feed = Pick<ThreadFeed, 'follow'>;

/** Reads of the stored run. */
export interface StoredRun {
  /** The run as it is now; null if its thread is erased, or the caller may not see it any more. */
  read: () => Promise<RunWithContent | null>;
  /** The text of the run's turns. */
  text: (run: RunDocument) => Promise<string>;
  /** The text of its turns up to a call; undefined if the call is not kept. */
  textUpTo: (callId: string) => Promise<string | undefined>;
  /** The reply with which it has ended; undefined if there is none. */
  reply: (run: RunDocument) => Promise<MessageDocument | undefined>;
  /** A write with a gate as it is now; undefined if the call is not kept, or was never held. */
  approval: (callId: string) => Promise<ChatApproval | undefined>;
  /** Whether its thread has events after a position, which are on their way. */
  hasEventsAfter: (position: number) => Promise<boolean>;
}

/**
 * The events of a run as the AI SDK's UI message stream, until the run ends or waits for a person. It breaks off, so
 * that the client notices, when the credential is no longer valid or the server stops. The run itself continues.
 */
export async function* chatStream(
  feed: Feed,
  thread_id: string,
  place: ChatPlace,
  conditions: ChatConditions,
): AsyncGenerator<string> {
  const frames = new RunFrames(place);
  yield textOf(startOf(thread_id, place));
  try {
    for await (const chunk of framesOf(feed, thread_id, place, frames, conditions)) {
      if (chunk === 'idle') {
        yield ': heartbeat\n\n';
        continue;
      }
      const frame = frameFor(conditions.sdk, chunk);
      if (frame !== undefined) yield textOf(frame);
      if (frame === repeatedTurn) break;
    }
  } catch (error) {
    if (!conditions.signal.aborted) conditions.log.error({ err: error }, 'a chat stream broke off');
    throw error;
  }
  yield `data: ${streamEnd}\n\n`;
}

function startOf(thread_id: string, { run_id, message_id }: ChatPlace): UiMessageChunk {
  const id = message_id === undefined ? {} : { messageId: message_id };
  return { type: 'start', ...id, messageMetadata: { run_id, thread_id } };
}

function textOf(chunk: UiMessageChunk): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

async function* framesOf(
  feed: Feed,
  thread_id: string,
  { run_id, after, calls }: ChatPlace,
  frames: RunFrames,
  { signal, stillAllowed, stored }: ChatConditions,
): AsyncGenerator<UiMessageChunk | 'idle'> {
  const first = await stored.read();
  // A decision that is one of several leaves the call held, and may have changed nothing at all.
  const still = waitingOf(first);
  const isHeld = (id: string) => still?.items.some(({ tool_call_id }) => tool_call_id === id) === true;
  // Calls that were decided have their results before the stream ends for those that are still held.
  if (still !== undefined && calls.length > 0 && calls.every(isHeld)) {
    return yield* paused(frames, still, stored);
  }
  const idleMs = first === null || isTerminal(first.state) ? endedMs : heartbeatMs;
  let checkedAt = Date.now();
  let position = after;
  for await (const event of feed.follow({ thread_id, after }, { idleMs, signal })) {
    if (event === undefined || Date.now() - checkedAt >= checkEveryMs) {
      if (!(await stillAllowed())) throw new Error('the credential of a chat stream is no longer valid');
      checkedAt = Date.now();
    }
    if (event === undefined) {
      yield 'idle';
      yield* settled(frames, stored, position);
    } else {
      position = event.thread_seq ?? position;
      if (event.run_id === run_id) yield* chunksOf(frames, event, stored);
    }
    if (frames.over) return;
  }
  throw new Error('a chat stream was cut off');
}

async function* chunksOf(
  frames: RunFrames,
  event: EventDocument,
  stored: StoredRun,
): AsyncGenerator<UiMessageChunk> {
  const data = dataOf(event);
  const callId = data['tool_call_id'] as string;
  if (pausing.has(event.type)) {
    // The thread's state is newer than the event, and everything that the caller may see. A past event is sent as it
    // was.
    const now = waitingOf(await stored.read());
    if (now?.items.some(({ tool_call_id }) => tool_call_id === callId) === true && isNewest(event, now)) {
      return yield* paused(frames, now, stored);
    }
    if (!frames.knows(callId)) {
      const text = await stored.textUpTo(callId);
      if (text !== undefined) yield* frames.text(text);
    }
  }
  yield* frames.event({ type: event.type, data });
  if (isOfCall.has(event.type) && frames.isWrite(callId)) {
    const approval = await stored.approval(callId);
    if (approval !== undefined) yield approvalFrame(approval);
  }
  if (event.type !== 'tool_call.completed' || !frames.holds) return;
  const now = waitingOf(await stored.read());
  if (now !== undefined && isNewest(event, now)) yield* paused(frames, now, stored);
}

/** Whether no event of a run follows one that has it wait: of calls that are held together, others may be made meanwhile. */
function isNewest({ type, seq }: EventDocument, { run }: Waiting): boolean {
  const mayFollow = type === 'write.confirmation_requested' || type === 'tool_call.completed';
  return !mayFollow || (seq ?? 0) >= run.last_event_seq;
}

/**
 * Frames for a run whose events are not kept any more, when nothing else comes. While some are on their way, they tell more
 * than the run does: the reply, and calls.
 */
async function* settled(
  frames: RunFrames,
  stored: StoredRun,
  position: number,
): AsyncGenerator<UiMessageChunk> {
  const run = await stored.read();
  if (run === null) throw new Error('the caller of a chat stream has no such run any more');
  const now = waitingOf(run);
  if ((now === undefined && !isTerminal(run.state)) || (await stored.hasEventsAfter(position))) return;
  if (now !== undefined) return yield* paused(frames, now, stored);
  const reply = await stored.reply(run);
  for (const event of [...(reply === undefined ? [] : replyEvents(reply)), ...endEvents(run)]) {
    yield* frames.event(event);
  }
}

/** A person is next. What was said before may have come as deltas, which are not stored: the turns have all of it. */
async function* paused(
  frames: RunFrames,
  { run, items }: Waiting,
  stored: StoredRun,
): AsyncGenerator<UiMessageChunk> {
  yield* frames.paused(items, await stored.text(run));
}
