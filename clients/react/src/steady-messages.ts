import type { UIMessage } from 'ai';

/**
 * Messages, of which the last stays as it was while it is rebuilt, until it has as many parts as before: its cards keep
 * their state and a person's input.
 * @param before the messages when that began; undefined while nothing is rebuilt
 */
export function steadyMessages(messages: UIMessage[], before: UIMessage[] | undefined): UIMessage[] {
  const [last, known] = [messages.at(-1), before?.at(-1)];
  const isBehind = last !== undefined && last.id === known?.id && last.parts.length < known.parts.length;
  return isBehind && before !== undefined ? before : messages;
}
