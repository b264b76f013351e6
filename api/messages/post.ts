import { z } from 'zod';
import { ServiceError } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { AcceptedMessage, NewMessage } from '#contract/message.ts';
import { readBalance } from '#store/accounts.ts';
import { untilFresh } from '#store/commit.ts';
import { openRun } from '#store/open-run.ts';
import { endpoint } from '../endpoint.ts';
import { visibleThread } from '../threads/visible-thread.ts';

export const postMessage = endpoint({
  operation: 'postMessage',
  summary: "Post a user message: it opens a run, whose reply joins the thread's messages",
  method: 'post',
  path: '/v1/loom/threads/{thread_id}/messages',
  access: 'subject',
  noun: 'thread',
  params: z.object({ thread_id: Uuid }),
  body: NewMessage,
  status: 202,
  data: AcceptedMessage,
  errors: ['insufficient_credits', 'unknown_connection'],
  async handle({ services, caller, params, body, log }) {
    const { db } = services;
    const run = await untilFresh(async () => {
      const [thread, balance] = await Promise.all([
        visibleThread(db, caller, params.thread_id),
        readBalance(db, caller.workspace_id),
      ]);
      if (balance <= 0) throw new ServiceError('insufficient_credits', 'The workspace has no credits left.');
      return await openRun(db, thread, {
        content: body.content,
        ...(body.metadata === undefined ? {} : { metadata: body.metadata }),
        origin: 'api',
      });
    });
    try {
      await services.startRun(run);
    } catch (error) {
      // The message is stored, so it is accepted: the sweep starts the run when Temporal answers again.
      log.warn({ err: error, run_id: run._id }, 'the run could not be started yet');
    }
    return { data: { run_id: run._id, thread_id: run.thread_id, state: run.state } };
  },
});
