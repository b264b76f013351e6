import { threadPage } from '#contract/pagination.ts';
import { Thread } from '#contract/thread.ts';
import { listThreads as list, toThread } from '#store/threads/threads.ts';
import { listEndpoint } from '../pagination/list-endpoint.ts';

export const listThreads = listEndpoint({
  operation: 'listThreads',
  summary: 'List the threads of the subject or, without a subject, of the workspace',
  path: '/v1/loom/threads',
  access: 'subject-or-workspace',
  noun: 'thread',
  item: Thread,
  page: threadPage,
  read: async ({ db }, scope, limit, after) => await list(db, scope, limit, after),
  present: toThread,
});
