import { z } from 'zod';
import { Context, givenContext } from './context.ts';
import { Uuid } from './ids.ts';
import { Metadata } from './metadata.ts';
import { RunStateName } from './run-names.ts';
import { replyFinishes } from './run-state.ts';
import { Timestamp } from './timestamp.ts';
import { text } from './text.ts';
import { WhileHeld } from './while-held.ts';

export const MessageRole = z.enum(['user', 'assistant', 'system']).meta({ id: 'MessageRole' });
export type MessageRole = z.infer<typeof MessageRole>;

/** One part of a rich reply; clients render data parts by `kind`. */
export const MessagePart = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: z.string() }).meta({ id: 'TextPart' }),
    z
      .object({
        type: z.literal('data'),
        kind: z.string(),
        payload: z.unknown(),
        ref: z.unknown().optional(),
      })
      .meta({ id: 'DataPart' }),
  ])
  .meta({ id: 'MessagePart' });
export type MessagePart = z.infer<typeof MessagePart>;

/** A listed message (message.list.fields). */
export const Message = z
  .object({
    id: Uuid,
    role: MessageRole,
    content: z.string(),
    parts: z.array(MessagePart).nullable(),
    run_id: Uuid,
    seq: z.int().min(1).meta({ description: 'Position on the thread.' }),
    metadata: Metadata.optional(),
    finish: z.enum(replyFinishes).optional().meta({
      description:
        'How the model ended the reply: by itself, at a limit of output tokens (`cut`), stopped by a filter of its provider (`filtered`), or by declining (`refused`). Replies only.',
    }),
    created_at: Timestamp,
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof Message>;

/** Body of `POST …/messages`. */
export const NewMessage = z
  .strictObject({
    content: text({ min: 1, max: 32_000, trimmed: true }).meta({ description: 'What the user writes.' }),
    metadata: Metadata.optional().meta({
      description: 'Data of your own, returned as it was given. The model does not see it.',
    }),
    context: Context.optional().meta({
      description: givenContext('Counts for the run of the message, over that of the thread.'),
    }),
    while_held: WhileHeld.optional().meta({
      description: 'What the message does while calls of the thread are held. Default: as the agent has it.',
    }),
  })
  .meta({ id: 'NewMessage' });
export type NewMessage = z.infer<typeof NewMessage>;

/** The response to an accepted message (202). */
export const AcceptedMessage = z
  .object({ run_id: Uuid, thread_id: Uuid, state: RunStateName })
  .meta({ id: 'AcceptedMessage' });
export type AcceptedMessage = z.infer<typeof AcceptedMessage>;
