import { threadPage } from '#contract/pagination.ts';
import { Thread } from '#contract/thread.ts';
import type { Database } from '#store/mongo/database.ts';
import { listThreads as list, toListedThread } from '#store/threads/threads.ts';
import { shownTo } from '../../http/authentication/caller.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

export const listThreads = listEndpoint({
  operation: 'listThreads',
  summary: 'List the threads of the subject or, without a subject, of the workspace',
  path: '/v1/loom/threads',
  access: 'subject-or-workspace',
  noun: 'thread',
  role: 'viewer',
  item: Thread,
  page: threadPage,
  read: async ({ db }: { db: Database }, scope, limit, after, caller) =>
    await list(db, scope, { limit, after, now: new Date(), to: shownTo(caller) }),
  present: (thread) => toListedThread(thread, new Date()),
});
