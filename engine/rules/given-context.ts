import type { Context } from '#contract/context.ts';
import { fromJsonText, type JsonText } from '#contract/json-text.ts';
import type { AgentDefinition } from '#contract/agent.ts';

/** The values that the backend has given for a thread, a run or a call. */
export function contextOf({ context }: { context?: JsonText<Context> }): Context {
  return context === undefined ? {} : fromJsonText(context);
}

/** Stands before the values that a model is shown. */
const introduction = 'Facts about this conversation, given by the application, as JSON:';

/**
 * The instructions of an agent with the part of the context that its model is shown, at the end: what is before it stays the same for
 * all conversations.
 */
export function instructionsWith(
  { instructions, context: declared }: Pick<AgentDefinition, 'instructions' | 'context'>,
  context: Context,
): string {
  const names = (declared?.shown ?? []).filter((name) => Object.hasOwn(context, name));
  if (names.length === 0) return instructions;
  const shown = JSON.stringify(Object.fromEntries(names.map((name) => [name, context[name]])));
  return `${instructions}\n\n${introduction}\n${shown}`;
}
