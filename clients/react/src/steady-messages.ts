import type { UIMessage } from 'ai';

/**
 * Messages, of which the last stays as it was while it is built anew, until it has as many parts as before: its cards keep what they
 * have shown, and what a person has typed in them.
 * @param before when that began; undefined while nothing is built anew
 */
export function steadyMessages(messages: UIMessage[], before: UIMessage[] | undefined): UIMessage[] {
  const [last, known] = [messages.at(-1), before?.at(-1)];
  const isBehind = last !== undefined && last.id === known?.id && last.parts.length < known.parts.length;
  return isBehind && before !== undefined ? before : messages;
}
