import { fromJsonText } from '#contract/json-text.ts';
import type { MessagePart } from '#contract/message.ts';
import { defined } from '#contract/defined.ts';
import type { ReplyFinish } from '#contract/run-state.ts';
import type { RunDocument } from '../documents/run.ts';
import { replyText } from './reply-text.ts';
import type { NewThreadMessage } from './step.ts';

type Block = Extract<MessagePart, { type: 'data' }>;

/** The kind of the data part that a reply with a schema has. */
export const replyKind = 'reply';

/**
 * The reply with which a run ends: its texts in order, joined by a blank line, its rich blocks, and the data of a reply that
 * has a schema. The content of a reply that has only blocks is what each block says in words. Data always says something
 * there: its `text` if it has one, and otherwise all of it as JSON.
 * @param structured the reply of an agent that has a schema for it
 * @param finish how the model ended it
 */
export function replyOf(
  id: string,
  texts: string[],
  stored: NonNullable<RunDocument['blocks']>,
  structured?: { payload: unknown },
  finish?: ReplyFinish,
): NewThreadMessage {
  const text = replyText(texts);
  const message = { id, role: 'assistant' as const, content: text, ...defined({ finish }) };
  if (stored.length === 0 && structured === undefined) return message;
  const blocks = stored.map((block) => fromJsonText(block));
  const parts = [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...blocks];
  const shown = { ...message, content: text === '' ? blocks.map(inWords).join('\n\n') : text, parts };
  return structured === undefined ? shown : withData(shown, structured.payload);
}

/** Clients that read only the content get the data too, and later turns of the model get all of it. */
function withData(message: NewThreadMessage, payload: unknown): NewThreadMessage {
  const { content: text, parts = [] } = message;
  const json = JSON.stringify(payload);
  const content = replyText([text, textOf(payload) ?? json]);
  const content_for_model = replyText([text, json]);
  return {
    ...message,
    content,
    parts: [...parts, { type: 'data', kind: replyKind, payload }],
    ...(content_for_model === content ? {} : { content_for_model }),
  };
}

function inWords({ kind, payload }: Block): string {
  const { title } = membersOf(payload);
  return textOf(payload) ?? (typeof title === 'string' && title !== '' ? title : `[${kind}]`);
}

function textOf(payload: unknown): string | undefined {
  const { text } = membersOf(payload);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

function membersOf(payload: unknown): { text?: unknown; title?: unknown } {
  return typeof payload === 'object' && payload !== null ? payload : {};
}
