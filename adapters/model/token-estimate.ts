import { conversationOf } from './conversation-of.ts';
import type { ModelCall, ModelMessage, ModelRequest } from '#engine/ports/model.ts';

/** How many characters count as one token. */
const CHARACTERS_PER_TOKEN = 4;

/** Tokens of a text of so many characters. */
export function estimateTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

/**
 * Tokens of a request: ceil(characters / 4) of the instructions, and of every message of the history and of the run. A
 * message counts as its content, its calls (see {@link estimateReplyTokens}), or its results as compact JSON. A
 * character is a UTF-16 code unit. Offered tools and times are not counted.
 */
export function estimateRequestTokens(
  request: Pick<ModelRequest, 'instructions' | 'earlier_calls' | 'history' | 'run'>,
): number {
  const messages = conversationOf(request).map(messageCharacters);
  const characters = messages.reduce((sum, count) => sum + count, request.instructions.length);
  return estimateTokens(characters);
}

/**
 * Tokens of a reply: ceil(characters / 4) of its text and calls. A call counts as its name and its arguments: compact
 * JSON, or the original text if it could not be parsed.
 */
export function estimateReplyTokens(reply: { text: string; calls: ModelCall[] }): number {
  return estimateTokens(reply.text.length + callCharacters(reply.calls));
}

function messageCharacters(message: ModelMessage): number {
  switch (message.role) {
    case 'user':
      return message.content.length;
    case 'assistant':
      return message.content.length + callCharacters(message.calls ?? []);
    case 'tool':
      return message.results.reduce((sum, { result }) => sum + JSON.stringify(result).length, 0);
  }
}

function callCharacters(calls: ModelCall[]): number {
  const argumentsText = ({ args, unparsed = '' }: ModelCall) => (args ? JSON.stringify(args) : unparsed);
  return calls.reduce((sum, call) => sum + call.name.length + argumentsText(call).length, 0);
}
