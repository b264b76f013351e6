import { fromJsonText } from '#contract/json-text.ts';
import type { MessagePart } from '#contract/message.ts';
import type { RunDocument } from '../documents/run.ts';
import { replyText } from './reply-text.ts';
import type { NewThreadMessage } from './step.ts';

/**
 * The reply with which a run ends: its texts in order, joined by a blank line, and its rich blocks. The content of a
 * reply that has only blocks is what each block says in words.
 */
export function replyOf(
  id: string,
  said: string[],
  stored: NonNullable<RunDocument['blocks']>,
): NewThreadMessage {
  const text = replyText(said);
  const message = { id, role: 'assistant' as const, content: text };
  if (stored.length === 0) return message;
  const blocks = stored.map((block) => fromJsonText(block));
  return {
    ...message,
    content: text === '' ? blocks.map(inWords).join('\n\n') : text,
    parts: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...blocks],
  };
}

function inWords({ kind, payload }: Extract<MessagePart, { type: 'data' }>): string {
  if (typeof payload !== 'object' || payload === null) return `[${kind}]`;
  const { text, title } = payload as { text?: unknown; title?: unknown };
  if (typeof text === 'string' && text !== '') return text;
  return typeof title === 'string' && title !== '' ? title : `[${kind}]`;
}
