import { z } from 'zod';
import { estimateRun } from '#contract/credits.ts';
import { Uuid } from '#contract/ids.ts';
import { AcceptedMessage, NewMessage } from '#contract/message.ts';
import { readAccount } from '#store/accounts.ts';
import { untilFresh } from '#store/commit.ts';
import { newId } from '#store/ids.ts';
import { openRun } from '#store/open-run.ts';
import { withReservation } from '#store/reserve.ts';
import { findRunOfMessage, toRunLabels } from '#store/runs.ts';
import { resolveConnection } from '../connections/resolve.ts';
import { aboutRun } from '../about.ts';
import { endpoint } from '../endpoint.ts';
import { answerPause } from './answer.ts';
import { tellWorkflow } from '../tell-workflow.ts';
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
  errors: ['insufficient_credits', 'unknown_connection', 'awaiting_confirmation'],
  async handle({ services, caller, params, body, effect, log }) {
    const { agents, db, prices, workflows } = services;
    const run = await untilFresh(async () => {
      const [thread, account] = await Promise.all([
        visibleThread(db, caller, params.thread_id),
        readAccount(db, caller.workspace_id),
      ]);
      // After the thread: a message that comes in between makes the write below a stale one.
      const accepted = effect.mayExist ? await findRunOfMessage(db, thread._id, effect.id) : null;
      if (accepted !== null) return accepted;
      // A run that waits for the user takes the message as its answer: that is accepted whatever is left.
      const pause = thread.pauses.find(({ type }) => type !== 'outcome');
      if (pause !== undefined)
        return await answerPause({ services, log }, thread, pause, { ...body, id: effect.id });
      const connection = await resolveConnection(db, caller, thread, account);
      const agent = await agents.get(thread.agent.id);
      const hold = estimateRun(prices[agent.model_class], agent.limits.max_credits);
      const id = newId();
      const opened = await withReservation(db, account, { id, amount: hold }, async () =>
        openRun(db, thread, {
          id,
          hold,
          message_id: effect.id,
          content: body.content,
          ...(body.metadata === undefined ? {} : { metadata: body.metadata }),
          origin: 'api',
          ...(connection === undefined ? {} : { connection }),
        }),
      );
      await tellWorkflow(log, opened._id, async () => await workflows.start(toRunLabels(opened)));
      return opened;
    });
    return {
      data: { run_id: run._id, thread_id: run.thread_id, state: run.state },
      about: aboutRun(run),
    };
  },
});
