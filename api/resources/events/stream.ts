import { z } from 'zod';
import { Event } from '#contract/event.ts';
import { ServiceError } from '#contract/errors.ts';
import { EventId, Uuid } from '#contract/ids.ts';
import { findEvent } from '#store/events/events.ts';
import type { Database } from '#store/mongo/database.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';
import type { OpenStreams } from '#store/streaming/open-streams.ts';
import type { ThreadFeed } from '#store/streaming/thread-feed.ts';
import { isThread } from '#store/threads/threads.ts';
import { retryAfterSeconds } from '../../http/limits/concurrency-limiter.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { visibleThread } from '../threads/visible-thread.ts';
import { eventStream } from './event-stream.ts';
import type { ConcurrencyLimiter } from '../../http/limits/concurrency-limiter.ts';

interface StreamServices {
  db: Database;
  threadFeed: ThreadFeed;
  /** Counts the event streams that a workspace has open in all processes. */
  openStreams: OpenStreams;
  /** Event streams that are open in this process. */
  streamLimiter: ConcurrencyLimiter;
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
  data: Event,
  async handle(
    { db, threadFeed, openStreams, streamLimiter }: StreamServices,
    { caller, address, params, query, headers, signal, stillAllowed, log },
  ) {
    const thread = await visibleThread(db, caller, params.thread_id);
    const after = await startOf(db, thread, query.since, headers['last-event-id']);
    const leave = streamLimiter.admit({
      workspaceId: caller.workspace_id,
      subject: caller.subject_ref,
      address,
    });
    const opened = await openStreams.open(caller.workspace_id).catch((error: unknown) => {
      leave();
      throw error;
    });
    if ('most' in opened) {
      leave();
      const message = `The workspace has ${opened.most} streams of events open, which is as many as it may.`;
      throw new ServiceError('rate_limited', message, { retryAfterSeconds });
    }
    const stillThere = async () => await isThread(db, thread._id);
    return {
      onEnd: () => {
        leave();
        opened.end();
      },
      stream: eventStream(
        threadFeed,
        { thread_id: thread._id, after },
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
