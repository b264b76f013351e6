import type { Json, LeftOut, ModelMessage, ModelRequest } from '#engine/ports/model.ts';

/**
 * Bytes of UTF-8 for one token, on the safe side: prose has about four, code and JSON three, and writing systems with three bytes for
 * a character about one token for each.
 */
const bytesPerToken = 3;
/** For what a request has beside its texts, such as the marks between messages. */
const tokensPerMessage = 8;

/** A request that fits, and what was left out of it. */
export interface FittedRequest {
  request: ModelRequest;
  left_out?: LeftOut;
}

/**
 * Shortens a conversation to what a model has room for: first the oldest messages of the thread are left out, then results of the
 * run's earlier turns are replaced by their lengths, oldest first. Instructions, tools, the run's own messages and the results of its
 * latest turn are always sent.
 * @param tokens how many tokens the request may have
 */
export function fitContext(request: ModelRequest, tokens: number): FittedRequest {
  const sizes = request.history.map(sizeOf);
  let excess = estimateInput(request) - tokens;
  let first = 0;
  const left_out: LeftOut = { messages: 0, characters: 0 };
  while (excess > 0 && first < request.history.length) {
    excess -= sizes[first] ?? 0;
    left_out.messages += 1;
    left_out.characters += charactersOf(request.history[first]);
    first += 1;
  }
  const latest = request.run.findLastIndex(({ role }) => role === 'tool');
  const run = request.run.map((message, index): ModelMessage => {
    if (excess <= 0 || message.role !== 'tool' || index === latest) return message;
    const results = message.results.map((each) => {
      const text = JSON.stringify(each.result);
      const shortened = { truncated: true, characters: text.length };
      const saved = sizeOfJson(each.result) - sizeOfJson(shortened);
      if (excess <= 0 || saved <= 0) return each;
      excess -= saved;
      left_out.messages += 1;
      left_out.characters += text.length;
      return { ...each, result: shortened };
    });
    return { ...message, results };
  });
  if (left_out.messages === 0) return { request };
  return { request: { ...request, history: request.history.slice(first), run }, left_out };
}

/** About how many tokens a request has, with its tools. */
export function estimateInput({ instructions, history, run, tools }: ModelRequest): number {
  const offered = tools.reduce(
    (sum, { name, description, input_schema }) =>
      sum + sizeOfText(name) + sizeOfText(description) + sizeOfJson(input_schema),
    0,
  );
  return [...history, ...run].reduce(
    (sum, message) => sum + sizeOf(message),
    sizeOfText(instructions) + offered,
  );
}

function sizeOf(message: ModelMessage): number {
  return tokensPerMessage + sizeOfContent(message);
}

function sizeOfContent(message: ModelMessage): number {
  switch (message.role) {
    case 'user':
      return sizeOfText(message.content);
    case 'assistant':
      return (
        sizeOfText(message.content) +
        (message.calls ?? []).reduce(
          (sum, { name, args, unparsed = '' }) => sum + sizeOfText(name) + sizeOfJson(args ?? unparsed),
          0,
        ) +
        (message.reasoning?.text.length ?? 0) / bytesPerToken
      );
    case 'tool':
      return message.results.reduce((sum, { result }) => sum + tokensPerMessage + sizeOfJson(result), 0);
  }
}

function charactersOf(message: ModelMessage | undefined): number {
  return message === undefined || message.role === 'tool' ? 0 : message.content.length;
}

function sizeOfJson(value: Json): number {
  return sizeOfText(JSON.stringify(value));
}

function sizeOfText(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
}
