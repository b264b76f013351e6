import { z } from 'zod';
import { ChatHistory } from '#contract/chat.ts';
import { Uuid } from '#contract/ids.ts';
import { messagePage } from '#contract/pagination.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { visibleThread } from '../../resources/threads/visible-thread.ts';
import { readHistory } from './read-history.ts';

export const getChatHistory = endpoint({
  operation: 'getChatHistory',
  summary: "Get a thread's newest messages as messages of the AI SDK, with the calls of the agent",
  method: 'get',
  path: '/v1/loom/threads/{thread_id}/chat',
  access: 'subject',
  noun: 'thread',
  role: 'viewer',
  params: z.object({ thread_id: Uuid }),
  query: z.strictObject({}),
  status: 200,
  data: ChatHistory,
  async handle({ db }: { db: Database }, { caller, params }) {
    const thread = await visibleThread(db, caller, params.thread_id);
    return { data: { messages: await readHistory(db, thread._id, messagePage.max) } };
  },
});
