import { z } from 'zod';
import { Uuid } from '#contract/ids.ts';
import { Message } from '#contract/message.ts';
import { messagePage, pageQuery } from '#contract/pagination.ts';
import type { Database } from '#store/mongo/database.ts';
import { listMessages as list, toMessage } from '#store/threads/messages.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { answerPage } from '../../http/pagination/page.ts';
import { visibleThread } from '../threads/visible-thread.ts';
import type { Cursors } from '../../http/pagination/cursors.ts';

export const listMessages = endpoint({
  operation: 'listMessages',
  summary: "List a thread's messages: the newest page first, oldest to newest within a page",
  method: 'get',
  path: '/v1/loom/threads/{thread_id}/messages',
  access: 'subject',
  noun: 'thread',
  role: 'viewer',
  params: z.object({ thread_id: Uuid }),
  query: z.strictObject(pageQuery(messagePage)),
  status: 200,
  data: z.array(Message),
  page: messagePage,
  async handle({ db, cursors }: { db: Database; cursors: Cursors }, { caller, params, query }) {
    const thread = await visibleThread(db, caller, params.thread_id);
    return await answerPage(
      {
        cursors: cursors,
        bounds: messagePage,
        query,
        scope: ['messages', caller.workspace_id, thread._id],
      },
      async (limit, before?: number) => await list(db, thread._id, limit, before),
      (messages) => messages.map(toMessage).toReversed(),
    );
  },
});
