import { z } from 'zod';
import { pageQuery, threadPage } from '#contract/pagination.ts';
import { Thread } from '#contract/thread.ts';
import { listThreads as list, toThread } from '#store/threads/threads.ts';
import { scopeOf } from '../authentication/caller.ts';
import { endpoint } from '../routing/endpoint.ts';
import { answerPage } from '../pagination/page.ts';

export const listThreads = endpoint({
  operation: 'listThreads',
  summary: "List the subject's threads, or without a subject the workspace's",
  method: 'get',
  path: '/v1/loom/threads',
  access: 'subject-or-workspace',
  noun: 'thread',
  query: z.strictObject(pageQuery(threadPage)),
  status: 200,
  data: z.array(Thread),
  page: threadPage,
  async handle({ services, caller, query }) {
    return await answerPage(
      {
        cursors: services.cursors,
        bounds: threadPage,
        query,
        scope: ['threads', caller.workspace_id, caller.subject_ref, caller.agent_id],
      },
      async (limit, after?: string) => await list(services.db, scopeOf(caller), limit, after),
      (threads) => threads.map(toThread),
    );
  },
});
