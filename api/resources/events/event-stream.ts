import type { Log } from '#engine/ports/log.ts';
import { toEvent } from '#store/events/events.ts';
import type { EventDocument } from '#engine/documents/event.ts';

/** After this time without an event, a comment is sent, so that no proxy considers the connection dead. */
const heartbeatMs = 15_000;
/**
 * How recently a credential must have been checked before an event is sent: a revoked one receives nothing after 5
 * seconds, 4 of which it is cached.
 */
const checkEveryMs = 1000;
/** How long a client waits before it connects again. */
const retryMs = 1000;
/**
 * Comments are single lines, not blocks of their own, and `retry:` is a line of the first event: several clients take a
 * block without data for an event.
 */
const opening = ': connected\n';
const heartbeat = ': heartbeat\n';

/** How a stream is read from a feed: without anything for so long, the feed yields undefined. */
export interface FeedOptions {
  idleMs: number;
  signal: AbortSignal;
}

/** The conditions of a stream besides its items. */
export interface StreamConditions {
  /** Aborts when the client or the server goes away. */
  signal: AbortSignal;
  /** Whether the client's credential is still valid. */
  stillAllowed: () => Promise<boolean>;
  /** Whether what it follows still exists. Called when nothing happens to it, because nothing does once it is erased. */
  stillThere?: () => Promise<boolean>;
  log: Log;
}

/**
 * The items of a feed as the text of `text/event-stream`. Ends when the client or the server goes away, when the
 * client's credential is no longer valid, or when the followed resource is erased.
 * @param frameOf the lines of an item, with the empty line that ends them
 */
export async function* eventStream<Item>(
  follow: (options: FeedOptions) => AsyncIterable<Item | undefined>,
  frameOf: (item: Item) => string,
  { signal, stillAllowed, stillThere = async () => await Promise.resolve(true), log }: StreamConditions,
): AsyncGenerator<string> {
  let checkedAt = Date.now();
  // Sends the headers at once, by which clients know that they are connected.
  yield opening;
  let first = `retry: ${retryMs}\n`;
  try {
    for await (const event of follow({ idleMs: heartbeatMs, signal })) {
      if (event === undefined || Date.now() - checkedAt >= checkEveryMs) {
        if (!(await stillAllowed()) || (event === undefined && !(await stillThere()))) return;
        checkedAt = Date.now();
      }
      if (event === undefined) yield heartbeat;
      else {
        yield first + frameOf(event);
        first = '';
      }
    }
  } catch (error) {
    // The client has received whole events, and connects again.
    log.error({ err: error }, 'a stream of events broke off');
  }
}

/** An event is serialized once for everyone who follows its thread here. */
const frames = new WeakMap<EventDocument, string>();

/** The lines of an event. A client that connects again names the id of the last one that it has. */
export function frameOfEvent(document: EventDocument): string {
  const known = frames.get(document);
  if (known !== undefined) return known;
  const event = toEvent(document);
  // A delta has no id here, because it cannot be resumed from: the client continues after the event before it.
  const id = event.type === 'message.delta' ? '' : `id: ${event.id}\n`;
  const frame = `${id}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  frames.set(document, frame);
  return frame;
}
