import { z } from 'zod';
import { NewMessage } from './message.ts';

/**
 * A message of the AI SDK. Only the last one of a request is read, and only that one is checked: a body may have tens of
 * thousands.
 */
const ChatMessage = z.unknown().meta({
  id: 'ChatMessage',
  override: { type: 'object', properties: {}, additionalProperties: {} },
  description:
    'A `UIMessage` of the AI SDK. Of the last one are read: the texts of a user, or what a person has answered in the ' +
    "agent's message: an approval with the `digest` of its descriptor, or the output of a question or of a proposed action.",
});

/**
 * Body of `POST …/chat`: what `DefaultChatTransport` of the AI SDK sends. It may hold the whole conversation, of which
 * nothing but the last message is read, so fields that nobody knows here are let pass.
 */
export const ChatRequest = z
  .looseObject({
    messages: z.array(ChatMessage).min(1).meta({
      description:
        'Only the last one is read. Send it alone (`prepareSendMessagesRequest`), so that a long conversation does not reach the limits of a body.',
    }),
    while_held: NewMessage.shape.while_held,
    trigger: z
      .literal('submit-message', 'must be `submit-message`: a run cannot be undone by a new one')
      .optional(),
  })
  .meta({ id: 'ChatRequest' });
export type ChatRequest = z.infer<typeof ChatRequest>;

/** One frame of the AI SDK's UI message stream. */
export const UiMessageChunk = z.looseObject({ type: z.string() }).meta({
  id: 'UiMessageChunk',
  description:
    'A `UIMessageChunk` of the AI SDK 7, such as `text-delta`, `tool-input-available` or `tool-approval-request`. The stream ends with `[DONE]`.',
});
export type UiMessageChunk = z.infer<typeof UiMessageChunk>;
