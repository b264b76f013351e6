import { defined } from '#contract/defined.ts';
import type { NewMessage } from '#contract/message.ts';
import type { MessageToAccept } from '#engine/steps/accept-message.ts';
import type { AcceptingEngine } from '#engine/steps/engine.ts';
import type { NewResource } from '#store/requests/idempotency-keys.ts';
import { actorOf, type Caller, scopeOf } from '../../http/authentication/caller.ts';
import { givenContext } from '../../http/authentication/given-context.ts';

/** The dependencies of accepting a message. */
export interface MessageServices {
  engine: AcceptingEngine;
}

/**
 * A user message as the engine accepts it.
 * @param resource the message
 * @throws {ServiceError} `forbidden` for a context without an API key
 */
export function messageFrom(
  caller: Caller,
  threadId: string,
  body: NewMessage,
  { id, mayExist }: NewResource,
): MessageToAccept {
  const { connection, origin, trace_context } = caller;
  return {
    threadId,
    scope: scopeOf(caller),
    body: { ...body, context: givenContext(caller, body.context) },
    actor: actorOf(caller),
    id,
    mayExist,
    origin,
    ...defined({ connection, trace_context }),
  };
}
