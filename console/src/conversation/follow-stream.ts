import { defined } from '#contract/defined.ts';
import { actingHeaders } from '../api/client.ts';
import { keepReading, readEventStream } from '../api/read-event-stream.ts';
import type { ThreadEvent } from '../api/schema.ts';
import type { Following } from './follower.ts';

/**
 * Follows a thread by server-sent events until the signal aborts. Reconnects after the last event that arrived, so no
 * event is missed.
 * @throws {ApiError} when the API refuses the stream for good
 */
export async function followStream({
  threadId,
  subject,
  known,
  signal,
  onEvents,
  onConnection,
}: Following): Promise<void> {
  let last = known.at(-1)?.id;
  const readOn = async (onOpen: () => void): Promise<void> =>
    await readEventStream(`/v1/loom/threads/${threadId}/events${last === undefined ? '?since=start' : ''}`, {
      headers: {
        ...actingHeaders({ as: 'playground', subject }),
        ...defined({ 'Last-Event-ID': last }),
      },
      signal,
      onOpen: () => {
        onOpen();
        onConnection('live');
      },
      onEvent: ({ id, data }) => {
        onEvents([JSON.parse(data) as ThreadEvent]);
        // Deltas have no id: they are not stored.
        last = id ?? last;
      },
    });
  await keepReading(readOn, { signal, onBroken: () => onConnection('broken') });
}
