import {
  type AssistantContent,
  jsonSchema,
  type JSONSchema7,
  type ModelMessage as SdkMessage,
  type SystemModelMessage,
  tool,
  type ToolResultPart,
  type ToolSet,
} from 'ai';

import { defined } from '#contract/defined.ts';
import type { ModelCallResult, ModelMessage, ModelTool } from '#engine/ports/model.ts';
import { sentName } from './call-names.ts';
import { type ProviderOptions, withReasoning } from './kept-reasoning.ts';
import { sentSchema } from './sent-schema.ts';
import { timedContent, timedResult } from './stated-times.ts';

/** How a provider is sent a conversation. */
export interface Wire {
  /** The model and its address. It gets back what it has thought itself, and nothing of what others have. */
  source?: string;
  /** Failed calls are not marked, because the protocol has no field for it: their results say so. */
  plainErrors?: boolean;
  /** The protocol cannot forbid calls. Without tools, it has no calls and results either: on a turn for words, tools stay declared. */
  cannotForbidCalls?: boolean;
  /** Ends what the provider is to cache: instructions, tools, and all of the conversation that the next turn repeats. */
  cacheMark?: ProviderOptions;
}

/**
 * Converts a conversation for the AI SDK, in a form that every provider accepts:
 * - Words of the assistant before the user's first message, which a cut history can have, are left out, because a
 *   conversation must begin with the user.
 * - Between two messages of the user, the assistant says that there was no reply, because providers would join them, and some chat
 *   templates require alternating roles. Consecutive words of the assistant are joined by a blank line.
 * - A message of the user begins with the time at which it came, and a result has the time at which a person responded.
 * - Blank assistant text is left out, because Anthropic refuses blank text blocks.
 * - With `plainErrors`, only the results themselves say that a call has failed.
 * - A call that could not be parsed shows what was sent as `{"unparsed_arguments": "…"}`, because providers expect an
 *   object.
 */
export function toSdkMessages(messages: ModelMessage[], wire: Wire = {}): SdkMessage[] {
  const converted = tidy(messages).map((message): SdkMessage => {
    switch (message.role) {
      case 'user':
        return { role: 'user', content: timedContent(message) };
      case 'assistant':
        return { role: 'assistant', content: assistantContent(message, wire) };
      case 'tool':
        return { role: 'tool', content: message.results.map((result) => toolResult(result, wire)) };
    }
  });
  const last = converted.at(-1);
  if (last !== undefined && wire.cacheMark !== undefined) last.providerOptions = wire.cacheMark;
  return converted;
}

/** The instructions, with the end of what is to be cached. Blank ones are left out. */
export function toSdkInstructions(
  instructions: string,
  { cacheMark }: Wire,
): { instructions?: string | SystemModelMessage } {
  if (instructions.trim() === '') return {};
  if (cacheMark === undefined) return { instructions };
  return { instructions: { role: 'system', content: instructions, providerOptions: cacheMark } };
}

/** The offered tools, without functions to run them: their calls are returned to the caller. */
export function toSdkTools(tools: ModelTool[], { cacheMark }: Wire = {}): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, input_schema }, index) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema(sentSchema(input_schema) as JSONSchema7),
        ...(index === tools.length - 1 ? defined({ providerOptions: cacheMark }) : {}),
      }),
    ]),
  );
}

/**
 * The tools to declare on a turn without calls: every name that was called before. Anthropic, and providers that
 * translate to its API, refuse calls in the conversation if no tool is declared.
 */
export function toolsOfConversation(messages: ModelMessage[]): ToolSet {
  const names = messages.flatMap((message) =>
    message.role === 'assistant' ? (message.calls ?? []).map(({ name }) => sentName(name)) : [],
  );
  return Object.fromEntries(
    [...new Set(names)].map((name) => [name, tool({ inputSchema: jsonSchema({ type: 'object' }) })]),
  );
}

function tidy(messages: ModelMessage[]): ModelMessage[] {
  const result: ModelMessage[] = [];
  for (const message of messages) {
    const last = result.at(-1);
    const isOfAssistant = message.role === 'assistant' && (message.calls ?? []).length === 0;
    if (message.role === 'user') {
      // Two messages of the user are two requests. Providers and chat templates would make one of them, or refuse them.
      if (last !== undefined && last.role !== 'assistant') result.push({ ...unanswered });
      result.push({ ...message });
    } else if (isOfAssistant && (last === undefined || isBlank(message.content))) continue;
    else if (isOfAssistant && last?.role === 'assistant' && (last.calls ?? []).length === 0) {
      last.content = `${last.content}\n\n${message.content}`;
    } else {
      if (last === undefined) result.push({ ...beginning });
      result.push({ ...message });
    }
  }
  return result;
}

/** Stands before calls with which a cut history begins. */
const beginning = { role: 'user', content: '(The beginning of this conversation is not shown.)' } as const;
/** Stands between two messages of the user. */
const unanswered = { role: 'assistant', content: '(There is no reply to this message.)' } as const;

type Said = Extract<ModelMessage, { role: 'assistant' }>;

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function assistantContent(
  { content: text, calls = [], reasoning }: Said,
  { source }: Wire,
): AssistantContent {
  const made = calls.map((call) => ({
    type: 'tool-call' as const,
    toolCallId: call.id,
    toolName: sentName(call.name),
    input: call.args ?? { unparsed_arguments: call.unparsed ?? '' },
  }));
  if (reasoning !== undefined && reasoning.source === source && reasoning.dropped !== true) {
    return withReasoning(text, made, reasoning);
  }
  return [...(isBlank(text) ? [] : [{ type: 'text' as const, text }]), ...made];
}

function toolResult({ call_id, name, at, failed, ...made }: ModelCallResult, wire: Wire): ToolResultPart {
  const result = timedResult(made.result, at);
  const isMarked = failed && wire.plainErrors !== true;
  const output: ToolResultPart['output'] =
    typeof result === 'string'
      ? { type: isMarked ? 'error-text' : 'text', value: result }
      : { type: isMarked ? 'error-json' : 'json', value: result };
  return { type: 'tool-result', toolCallId: call_id, toolName: sentName(name), output };
}
