import { z } from 'zod';
import { UiMessageChunk } from '#contract/chat.ts';
import { notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';
import { isPauseOver } from '#engine/rules/ends.ts';
import { positionBefore } from '#store/events/events.ts';
import type { EndedRuns } from '#store/runs/ended-runs.ts';
import { aboutRun } from '../http/endpoint/about.ts';
import { endpoint } from '../http/endpoint/endpoint.ts';
import { admitStream } from '../resources/events/admit-stream.ts';
import { visibleRun } from '../resources/runs/visible-run.ts';
import { visibleThread } from '../resources/threads/visible-thread.ts';
import { streamEnd } from './chat-stream.ts';
import { sdkQuery } from './sdk.ts';
import { responseHeaders, type SendServices, sendChat } from './send.ts';

export const followChat = endpoint({
  operation: 'followChat',
  summary: 'Follow a run of a thread from its start, as the AI SDK does to resume a stream',
  method: 'get',
  path: '/v1/loom/threads/{thread_id}/chat/stream',
  access: 'subject',
  noun: 'thread',
  role: 'viewer',
  params: z.object({ thread_id: Uuid }),
  query: z.strictObject({
    run_id: Uuid.optional().meta({
      description: 'The run, also one that has ended. Default: the newest run of the thread that is open.',
    }),
    ...sdkQuery,
  }),
  status: 200,
  otherStatus: { status: 204, description: 'No run of the thread is open.' },
  mediaType: 'text/event-stream',
  streamEnd,
  responseHeaders,
  data: UiMessageChunk,
  async handle(services: SendServices & { endedRuns: EndedRuns }, call) {
    const { caller, params, query } = call;
    const thread = await visibleThread(services.db, caller, params.thread_id);
    const runId = query.run_id ?? newestOpen(thread);
    if (runId === undefined) return { nothing: true };
    const run = await visibleRun(services.endedRuns, caller, runId);
    if (run.thread_id !== thread._id) throw notFound('run');
    const after = await positionBefore(services.db, runId);
    const onEnd = await admitStream(services, caller, call.address);
    const place = { run_id: runId, after, characters: 0, calls: [], message_id: runId };
    return sendChat(services, call, {
      threadId: thread._id,
      place,
      about: aboutRun(run),
      onEnd,
      sdk: query.sdk,
    });
  },
});

/** Ids of runs are ordered by the time at which they were opened. */
function newestOpen({ active_runs, pauses }: ThreadDocument): string | undefined {
  const waiting = pauses.filter((pause) => !isPauseOver(pause, new Date())).map(({ run_id }) => run_id);
  return [...active_runs, ...waiting].toSorted().at(-1);
}
