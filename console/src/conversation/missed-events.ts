import { clientFor } from '../api/client.ts';
import type { ThreadEvent } from '../api/schema.ts';

/** How many events are read at once. */
const firstPage = 100;
const overlap = 10;

/** The newest stored events of a thread, oldest first. */
export async function newestEvents(
  threadId: string,
  subject: string,
  signal: AbortSignal,
): Promise<EventPage> {
  return await eventPage(undefined, { threadId, subject, signal });
}

/** A page of a thread's stored events, oldest first, and where the page before it begins. */
export interface EventPage {
  events: ThreadEvent[];
  older: string | undefined;
}

/** The page of a thread's stored events that begins at a cursor, or the newest one. */
export async function eventPage(
  cursor: string | undefined,
  { threadId, subject, signal }: { threadId: string; subject: string; signal?: AbortSignal },
): Promise<EventPage> {
  const client = clientFor({ as: 'playground', subject });
  const query = { thread_id: threadId, limit: firstPage, ...(cursor !== undefined && { cursor }) };
  const { data } = await client.GET('/v1/events', { params: { query }, ...(signal && { signal }) });
  return {
    events: (data?.data ?? []).toReversed(),
    older: data?.pagination.next_cursor ?? undefined,
  };
}

/** The stored events of a thread that came after those that are known, oldest first. */
export async function eventsSince(
  isKnown: (id: string) => boolean,
  { threadId, subject, signal }: { threadId: string; subject: string; signal: AbortSignal },
): Promise<ThreadEvent[]> {
  const client = clientFor({ as: 'playground', subject });
  const missed: ThreadEvent[] = [];
  let cursor: string | undefined;
  for (;;) {
    const query = { thread_id: threadId, limit: firstPage, ...(cursor !== undefined && { cursor }) };
    const { data } = await client.GET('/v1/events', { params: { query }, signal });
    const page = data?.data ?? [];
    missed.push(...page.filter(({ id }) => !isKnown(id)));
    cursor = data?.pagination.next_cursor ?? undefined;
    // Runs at work at the same time may be listed in another order than their events came, so one known is no end.
    if (cursor === undefined || page.slice(-overlap).every(({ id }) => isKnown(id)))
      return missed.toReversed();
  }
}
