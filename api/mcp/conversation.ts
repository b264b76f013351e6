import { isDuplicateKey } from '#store/mongo/duplicate-key.ts';
import { threadIdOf } from '#store/mongo/ids.ts';
import type { NewResource } from '#store/requests/idempotency-keys.ts';
import { findThreadOfMessage } from '#store/runs/runs.ts';
import { continueThread, currentThreadId } from '#store/threads/mcp-conversations.ts';
import { openThread } from '../resources/threads/open.ts';
import { visibleThread } from '../resources/threads/visible-thread.ts';
import type { McpCall } from './call.ts';

/** Which of its conversations a grant's message is for. */
export interface ConversationChoice {
  thread_id?: string | undefined;
  new_conversation: boolean;
}

/**
 * The thread that a message is for: the one that the client names, a new one, or the one that the grant used last. It is
 * created if it does not exist. From now on it is the one that the grant used last.
 * @param message the message, from whose id the id of a new thread follows
 * @throws {ServiceError} `not_found`, `agent_archived`, `erasure_running`
 */
export async function conversationOf(
  call: McpCall,
  { thread_id, new_conversation }: ConversationChoice,
  message: NewResource,
): Promise<string> {
  const { services, caller, access } = call;
  const { db } = services;
  if (message.mayExist) {
    // The grant may have used another conversation since the earlier attempt.
    const earlier = await findThreadOfMessage(db, access.grant_id, message.id);
    if (earlier !== undefined) return earlier;
  }
  if (thread_id !== undefined) {
    await visibleThread(db, caller, thread_id);
    await continueThread(db, access.grant_id, thread_id);
    return thread_id;
  }
  const fresh = threadIdOf(message.id);
  const id = new_conversation ? fresh : await currentThreadId(db, access.grant_id, fresh);
  await openUnlessThere(call, id);
  if (new_conversation) await continueThread(db, access.grant_id, id);
  return id;
}

async function openUnlessThere({ services, caller, access }: McpCall, id: string): Promise<void> {
  try {
    await openThread(services, caller, { agent_id: access.agent_id }, { id, keyed: true, mayExist: true });
  } catch (error) {
    // Another message of the grant was faster.
    if (!isDuplicateKey(error)) throw error;
  }
}
