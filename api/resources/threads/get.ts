import { z } from 'zod';
import { Uuid } from '#contract/ids.ts';
import { Thread } from '#contract/thread.ts';
import type { Database } from '#store/mongo/database.ts';
import { withPauses } from '#store/threads/shown-pauses.ts';
import { shownTo } from '../../http/authentication/caller.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { presentThread } from './present.ts';
import { visibleThread } from './visible-thread.ts';

export const getThread = endpoint({
  operation: 'getThread',
  summary: 'Get a thread',
  method: 'get',
  path: '/v1/loom/threads/{thread_id}',
  access: 'subject',
  noun: 'thread',
  role: 'viewer',
  params: z.object({ thread_id: Uuid }),
  status: 200,
  data: Thread,
  async handle({ db }: { db: Database }, { caller, params }) {
    const thread = await visibleThread(db, caller, params.thread_id);
    const [shown = { thread, pauses: [] }] = await withPauses(db, [thread], new Date(), {
      allHeld: true,
      to: shownTo(caller),
    });
    return { data: presentThread(caller, shown) };
  },
});
