import {
  type AssistantContent,
  jsonSchema,
  type JSONSchema7,
  type ModelMessage as SdkMessage,
  tool,
  type ToolResultPart,
  type ToolSet,
} from 'ai';

import type { ModelCall, ModelCallResult, ModelMessage, ModelTool } from '#engine/ports/model.ts';

/**
 * Converts a conversation for the AI SDK, in a form that every provider accepts:
 * - Assistant messages before the user's first message, which a cut history can have, are left out, because a
 *   conversation must begin with the user.
 * - Consecutive messages of the user, and of the assistant without calls, are joined by a blank line, because some chat
 *   templates require alternating roles.
 * - Blank assistant text is left out, because Anthropic refuses blank text blocks.
 * - Without `marksErrors`, only the results themselves say that a call has failed.
 * - A call that could not be parsed shows what was sent as `{"unparsed_arguments": "…"}`, because providers expect an
 *   object.
 */
export function toSdkMessages(messages: ModelMessage[], { marksErrors = true } = {}): SdkMessage[] {
  return tidy(messages).map((message) => {
    switch (message.role) {
      case 'user':
        return message;
      case 'assistant':
        return { role: 'assistant', content: assistantContent(message.content, message.calls ?? []) };
      case 'tool':
        return { role: 'tool', content: message.results.map((result) => toolResult(result, marksErrors)) };
    }
  });
}

/** The offered tools, without functions to run them: their calls are returned to the caller. */
export function toSdkTools(tools: ModelTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, input_schema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(input_schema as JSONSchema7) }),
    ]),
  );
}

/**
 * The tools to declare on a turn without calls: every name that was called before. Anthropic, and providers that
 * translate to its API, refuse calls in the conversation if no tool is declared.
 */
export function toolsOfConversation(messages: ModelMessage[]): ToolSet {
  const names = messages.flatMap((message) =>
    message.role === 'assistant' ? (message.calls ?? []).map(({ name }) => name) : [],
  );
  return Object.fromEntries(
    [...new Set(names)].map((name) => [name, tool({ inputSchema: jsonSchema({ type: 'object' }) })]),
  );
}

function tidy(messages: ModelMessage[]): ModelMessage[] {
  const result: ModelMessage[] = [];
  for (const message of messages) {
    const last = result.at(-1);
    if (!isWords(message)) result.push(message);
    else if (message.role === 'assistant' && (last === undefined || isBlank(message.content))) continue;
    else if (last?.role !== message.role || !isWords(last)) result.push({ ...message });
    else last.content = `${last.content}\n\n${message.content}`;
  }
  return result;
}

type Words = Extract<ModelMessage, { content: string }>;

function isWords(message: ModelMessage): message is Words {
  return message.role === 'user' || (message.role === 'assistant' && (message.calls ?? []).length === 0);
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function assistantContent(text: string, calls: ModelCall[]): AssistantContent {
  return [
    ...(isBlank(text) ? [] : [{ type: 'text' as const, text }]),
    ...calls.map((call) => ({
      type: 'tool-call' as const,
      toolCallId: call.id,
      toolName: call.name,
      input: call.args ?? { unparsed_arguments: call.unparsed ?? '' },
    })),
  ];
}

function toolResult(
  { call_id, name, result, failed: hasFailed }: ModelCallResult,
  marksErrors: boolean,
): ToolResultPart {
  const failed = hasFailed && marksErrors;
  const output: ToolResultPart['output'] =
    typeof result === 'string'
      ? { type: failed ? 'error-text' : 'text', value: result }
      : { type: failed ? 'error-json' : 'json', value: result };
  return { type: 'tool-result', toolCallId: call_id, toolName: name, output };
}
