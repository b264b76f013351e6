import { z } from 'zod';
import { ChatRequest, UiMessageChunk } from '#contract/chat.ts';
import { Uuid } from '#contract/ids.ts';
import { newResource } from '#store/requests/idempotency-keys.ts';
import { endpoint } from '../http/endpoint/endpoint.ts';
import { callerParts, fingerprint } from '../http/idempotency/fingerprint.ts';
import { once } from '../http/idempotency/once.ts';
import type { KeyServices } from '../http/idempotency/run-under-key.ts';
import { confirmRun } from '../resources/runs/confirm.ts';
import { admitStream } from '../resources/events/admit-stream.ts';
import { acceptAction, type ActionServices } from './accept-action.ts';
import { chatAction } from './chat-action.ts';
import { streamEnd } from './chat-stream.ts';
import { sdkQuery } from './sdk.ts';
import { responseHeaders, type SendServices, sendChat } from './send.ts';

export const chat = endpoint({
  operation: 'chat',
  summary: 'Send a message, an approval or an answer as the AI SDK does, and stream the result',
  method: 'post',
  path: '/v1/loom/threads/{thread_id}/chat',
  access: 'subject',
  noun: 'thread',
  role: ['maker', 'approver'],
  scope: 'converse',
  params: z.object({ thread_id: Uuid }),
  query: z.strictObject(sdkQuery),
  body: ChatRequest,
  manyValues: true,
  keepsKeys: true,
  status: 200,
  mediaType: 'text/event-stream',
  streamEnd,
  responseHeaders,
  data: UiMessageChunk,
  errors: [
    'insufficient_credits',
    'erasure_running',
    'unknown_connection',
    'awaiting_confirmation',
    'unknown_action',
    'not_awaiting_outcome',
    ...(confirmRun.errors ?? []).filter((code) => code !== 'invalid_decision'),
  ],
  async handle(services: ActionServices & SendServices & KeyServices, call) {
    const { caller, params, query, body, log } = call;
    const { sdk } = query;
    const action = chatAction(body);
    // Counted first: an accepted message without a stream would be sent again.
    const onEnd = await admitStream(services, caller, call.address);
    try {
      const key = call.idempotencyKey ?? (action.kind === 'message' ? action.id : undefined);
      const accept = async (resource = newResource()) => {
        const { run, place } = await acceptAction(services, caller, params.thread_id, action, resource);
        const { _id: run_id, thread_id, subject_ref } = run;
        return { result: place, about: { run_id, thread_id, subject_ref } };
      };
      if (key === undefined) {
        const { result: place, about } = await accept();
        return sendChat(services, call, { threadId: params.thread_id, place, about, onEnd, sdk });
      }
      const { workspace_id, subject_ref } = caller;
      const asked = JSON.stringify(action);
      const request = {
        workspace_id,
        subject_ref,
        key: JSON.stringify(['chat', params.thread_id, key]),
        fingerprint: fingerprint([key, params.thread_id, ...callerParts(caller), asked]),
      };
      const { result: place, replayed } = await once(services, request, log, accept);
      const about = { run_id: place.run_id };
      return sendChat(services, call, { threadId: params.thread_id, place, about, onEnd, sdk, replayed });
    } catch (error) {
      onEnd();
      throw error;
    }
  },
});
