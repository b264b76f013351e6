import { z } from 'zod';
import { ShownEvent } from '#contract/shown-event.ts';
import { EventId, Uuid } from '#contract/ids.ts';
import { findEvent } from '#store/events/events.ts';
import type { Database } from '#store/mongo/database.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';
import type { ThreadFeed } from '#store/streaming/thread-feed.ts';
import { isThread } from '#store/threads/threads.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { visibleThread } from '../threads/visible-thread.ts';
import { eventStream, frameOfEvent } from './event-stream.ts';
import { admitStream, type StreamLimits } from './admit-stream.ts';
import { ofConnection } from './of-connection.ts';

interface StreamServices extends StreamLimits {
  db: Database;
  threadFeed: ThreadFeed;
}

export const streamThreadEvents = endpoint({
  operation: 'streamThreadEvents',
  summary: 'Follow the events of a thread as server-sent events',
  method: 'get',
  path: '/v1/loom/threads/{thread_id}/events',
  access: 'subject',
  noun: 'thread',
  role: 'viewer',
  params: z.object({ thread_id: Uuid }),
  query: z.strictObject({
    since: z.literal('start').optional().meta({
      description:
        'Where to start without `Last-Event-ID`: `start` is the oldest event that is kept. Default: events from now on. In each case, the text so far of a reply in progress is sent first, as one delta.',
    }),
  }),
  headers: z.object({
    'last-event-id': EventId.optional().meta({
      description: 'Id of the last event that the client has. The stream continues after it.',
    }),
  }),
  status: 200,
  mediaType: 'text/event-stream',
  data: ShownEvent,
  async handle(
    { db, threadFeed, ...limits }: StreamServices,
    { caller, address, params, query, headers, signal, stillAllowed, log },
  ) {
    const thread = await visibleThread(db, caller, params.thread_id);
    const after = await startOf(db, thread, query.since, headers['last-event-id']);
    const onEnd = await admitStream(limits, caller, address);
    const stillThere = async () => await isThread(db, thread._id);
    return {
      onEnd,
      stream: eventStream(
        (options) => ofConnection(threadFeed.follow({ thread_id: thread._id, after }, options), caller),
        frameOfEvent,
        { signal, stillAllowed, stillThere, log },
      ),
    };
  },
});

/** An event that is no longer in the log is older than all others, so everything follows it. */
async function startOf(
  db: Database,
  { _id: thread_id, workspace_id, last_event_seq }: ThreadDocument,
  since: 'start' | undefined,
  lastEventId: string | undefined,
): Promise<number> {
  if (lastEventId === undefined) return since === 'start' ? 0 : (last_event_seq ?? 0);
  const last = await findEvent(db, { workspace_id, thread_id }, lastEventId);
  return last?.thread_seq ?? 0;
}
