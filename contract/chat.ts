import { z } from 'zod';
import { Via } from './credential.ts';
import { Actor, Uuid } from './ids.ts';
import { FreeJson } from './json.ts';
import { Fault } from './refs.ts';
import { NewMessage } from './message.ts';
import { DecisionName } from './run-names.ts';
import { HeldWrite, PendingConfirmation } from './thread.ts';
import { Timestamp } from './timestamp.ts';

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

/** How far a write with a gate is, for people. */
export const chatApprovalStates = [
  'held',
  'approved',
  'done',
  'failed',
  'unknown',
  'rejected',
  'expired',
] as const;

/** A decision on a write, as the conversation shows it. */
const ChatDecision = z
  .object({
    decision: DecisionName,
    actor: Actor,
    via: Via.optional(),
    at: Timestamp,
    detail: FreeJson.optional().meta({ description: 'The note with the decision, redacted.' }),
  })
  .meta({ id: 'ChatDecision' });

/** The data of a part `data-approval`: a write with a gate, while it is held and after it (chat.approval). */
export const ChatApproval = z
  .object({
    run_id: Uuid,
    tool_call_id: Uuid,
    patch_ref: PendingConfirmation.shape.patch_ref,
    status: z.enum(chatApprovalStates).meta({
      description:
        '`approved`: it is being carried out. `failed`: it was not carried out; `error` says why. `unknown`: it may have been carried out. `expired`: nobody decided in time.',
    }),
    decisions: z.array(ChatDecision).meta({ description: 'The decisions that count, oldest first.' }),
    error: Fault.optional(),
    ...HeldWrite.shape,
    created_at: Timestamp.optional(),
    expires_at: Timestamp.optional(),
  })
  .meta({
    id: 'ChatApproval',
    description:
      'A write that was held at its gate: what it is, who decided, and what came of it. While it is `held`, it has all that `pending_confirmation` has.',
  });
export type ChatApproval = z.infer<typeof ChatApproval>;

/** A message of the AI SDK, as the service gives it. */
export const ChatHistoryMessage = z
  .looseObject({
    id: z.string(),
    role: z.enum(['user', 'assistant']),
    metadata: z.looseObject({ run_id: Uuid }),
    parts: z.array(z.looseObject({ type: z.string() })),
  })
  .meta({
    id: 'ChatHistoryMessage',
    description: "A `UIMessage` of the AI SDK. The agent's message has the id of its run, as in the stream.",
  });
export type ChatHistoryMessage = z.infer<typeof ChatHistoryMessage>;

/** The newest messages of a thread, for a client of the AI SDK. */
export const ChatHistory = z
  .object({
    messages: z.array(ChatHistoryMessage).meta({
      description:
        'Oldest first. A run that works now is not among them: `GET …/chat/stream` has it from its start.',
    }),
  })
  .meta({ id: 'ChatHistory' });
export type ChatHistory = z.infer<typeof ChatHistory>;
