import type { MessageDocument } from '#engine/documents/message.ts';
import type { MessageForModel } from '#engine/ports/conversation-store.ts';

/** The fields that a model turn sees: most of a message's bytes are ids, times and what its client attached. */
export const messageFieldsForModel = {
  role: 1,
  content: 1,
  content_for_model: 1,
  seq: 1,
  run_id: 1,
  run_seq: 1,
  created_at: 1,
} as const satisfies Record<keyof MessageForModel, 1>;

const names = Object.keys(messageFieldsForModel) as (keyof MessageForModel)[];

/** A message as {@link messageFieldsForModel} has it read. */
export function messageForModel(message: MessageDocument): MessageForModel {
  const entries = names.filter((name) => message[name] !== undefined).map((name) => [name, message[name]]);
  return Object.fromEntries(entries) as MessageForModel;
}
