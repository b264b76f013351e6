import type { MessageDocument } from '#engine/documents/message.ts';
import type { SaidMessage } from '#engine/ports/conversation-store.ts';

/** The fields that a model turn sees: most of a message's bytes are ids, times and what its client attached. */
export const saidFields = {
  role: 1,
  content: 1,
  told: 1,
  seq: 1,
  run_id: 1,
  run_seq: 1,
} as const satisfies Record<keyof SaidMessage, 1>;

const names = Object.keys(saidFields) as (keyof SaidMessage)[];

/** A message as {@link saidFields} has it read. */
export function toSaid(message: MessageDocument): SaidMessage {
  const entries = names.filter((name) => message[name] !== undefined).map((name) => [name, message[name]]);
  return Object.fromEntries(entries) as SaidMessage;
}
