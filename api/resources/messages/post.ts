import { z } from 'zod';
import { Uuid } from '#contract/ids.ts';
import { AcceptedMessage, NewMessage } from '#contract/message.ts';
import { acceptMessage } from '#engine/steps/accept-message.ts';
import { aboutRun } from '../../http/endpoint/about.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { messageFrom, type MessageServices } from './message-from.ts';

export const postMessage = endpoint({
  operation: 'postMessage',
  summary: "Post a user message: it starts a run, whose reply is added to the thread's messages",
  method: 'post',
  path: '/v1/loom/threads/{thread_id}/messages',
  access: 'subject',
  noun: 'thread',
  role: 'maker',
  scope: 'converse',
  params: z.object({ thread_id: Uuid }),
  body: NewMessage,
  status: 202,
  data: AcceptedMessage,
  errors: ['insufficient_credits', 'erasure_running', 'unknown_connection', 'awaiting_confirmation'],
  async handle({ engine }: MessageServices, { caller, params, body, resource }) {
    const run = await acceptMessage(engine, messageFrom(caller, params.thread_id, body, resource));
    return {
      data: { run_id: run._id, thread_id: run.thread_id, state: run.state },
      about: aboutRun(run),
    };
  },
});
