import type { Logger } from '#config/logger.ts';
import type { UiMessageChunk } from '#contract/chat.ts';
import { fromJsonText } from '#contract/json-text.ts';
import { isTerminal } from '#contract/run-state.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import { endEvents } from '#engine/rules/events.ts';
import { isOver } from '#engine/rules/expiry.ts';
import { dataOf } from '#store/events/events.ts';
import type { ThreadFeed } from '#store/streaming/thread-feed.ts';
import type { ChatPlace } from './accept-action.ts';
import { RunFrames, type ShownPause } from './frames.ts';

/** What follows the last frame, so that a client can tell a whole stream from one that broke off. */
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

/** What a stream depends on besides its thread's events. */
export interface ChatConditions {
  /** Aborts when the client or the server goes away. */
  signal: AbortSignal;
  /** Whether the client's credential is still valid. */
  stillAllowed: () => Promise<boolean>;
  /** The run as it is now; null if its thread is erased. */
  readRun: () => Promise<RunDocument | null>;
  /** What the turns of the run have said. */
  readText: (run: RunDocument) => Promise<string>;
  log: Logger;
}

/**
 * The events of a run as the AI SDK's UI message stream, until the run ends or a person is next. It breaks off, so that the
 * client notices, when the credential is no longer valid or the server stops. The run goes on whoever follows it.
 */
export async function* chatStream(
  feed: ThreadFeed,
  thread_id: string,
  place: ChatPlace,
  conditions: ChatConditions,
): AsyncGenerator<string> {
  const frames = new RunFrames(place);
  yield textOf(startOf(thread_id, place));
  try {
    for await (const chunk of framesOf(feed, thread_id, place, frames, conditions)) {
      yield chunk === 'idle' ? ': heartbeat\n\n' : textOf(chunk);
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
  feed: ThreadFeed,
  thread_id: string,
  { run_id, after, calls }: ChatPlace,
  frames: RunFrames,
  { signal, stillAllowed, readRun, readText }: ChatConditions,
): AsyncGenerator<UiMessageChunk | 'idle'> {
  const first = await readRun();
  // A decision that is one of several leaves the call held, and may have changed nothing at all.
  const still = waitingOf(first);
  if (still !== undefined && calls.includes(still.pause.tool_call_id)) {
    return yield* paused(frames, still, readText);
  }
  const idleMs = first === null || isTerminal(first.state) ? endedMs : heartbeatMs;
  let checkedAt = Date.now();
  for await (const event of feed.follow({ thread_id, after }, { idleMs, signal })) {
    if (event === undefined || Date.now() - checkedAt >= checkEveryMs) {
      if (!(await stillAllowed())) throw new Error('the credential of a chat stream is no longer valid');
      checkedAt = Date.now();
    }
    if (event === undefined) {
      yield 'idle';
      yield* settled(frames, await readRun(), readText);
    } else if (event.run_id === run_id) yield* told(frames, event, { readRun, readText });
    if (frames.over) return;
  }
  throw new Error('a chat stream was cut off');
}

async function* told(
  frames: RunFrames,
  event: EventDocument,
  { readRun, readText }: Pick<ChatConditions, 'readRun' | 'readText'>,
): AsyncGenerator<UiMessageChunk> {
  const data = dataOf(event);
  if (pausing.has(event.type)) {
    // What the thread shows is newer than the event, and all that the caller may see. An event of the past is told as it was.
    const now = waitingOf(await readRun());
    if (now !== undefined && now.pause.tool_call_id === data['tool_call_id']) {
      return yield* paused(frames, now, readText);
    }
  }
  yield* frames.event({ type: event.type, data });
}

/** Frames for a run whose events are not kept any more, when nothing else comes. */
async function* settled(
  frames: RunFrames,
  run: RunDocument | null,
  readText: ChatConditions['readText'],
): AsyncGenerator<UiMessageChunk> {
  if (run === null) throw new Error('the thread of a chat stream is erased');
  const now = waitingOf(run);
  if (now !== undefined) yield* paused(frames, now, readText);
  else for (const event of endEvents(run)) yield* frames.event(event);
}

/** A person is next. What was said before may have come as deltas, which are not stored: the turns have all of it. */
async function* paused(
  frames: RunFrames,
  { run, pause }: Waiting,
  readText: ChatConditions['readText'],
): AsyncGenerator<UiMessageChunk> {
  yield* frames.paused(pause, await readText(run));
}

/** A run that waits, and what for. */
interface Waiting {
  run: RunDocument;
  pause: ShownPause;
}

/** What a run waits for; undefined if for nothing, or for what is over. */
function waitingOf(run: RunDocument | null): Waiting | undefined {
  const pause = run?.pause;
  if (run === null || pause === undefined || isOver(pause, new Date())) return undefined;
  const { type, tool_call_id, patch_ref, shown } = pause;
  return { run, pause: { type, tool_call_id, patch_ref, shown: fromJsonText(shown) } };
}
