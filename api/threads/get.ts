import { z } from 'zod';
import { Uuid } from '#contract/ids.ts';
import { Thread } from '#contract/thread.ts';
import { toThread } from '#store/threads/threads.ts';
import { endpoint } from '../routing/endpoint.ts';
import { visibleThread } from './visible-thread.ts';

export const getThread = endpoint({
  operation: 'getThread',
  summary: 'Get a thread',
  method: 'get',
  path: '/v1/loom/threads/{thread_id}',
  access: 'subject',
  noun: 'thread',
  params: z.object({ thread_id: Uuid }),
  status: 200,
  data: Thread,
  async handle({ services, caller, params }) {
    return { data: toThread(await visibleThread(services.db, caller, params.thread_id)) };
  },
});
