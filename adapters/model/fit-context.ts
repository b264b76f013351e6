import { shortenedResult } from '#contract/shortened-result.ts';
import { timedContent, timedResult } from './stated-times.ts';
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
 * Shortens a conversation to what a model has room for: first the oldest runs of the thread are left out, of which lines about their
 * calls remain, then results of the run's earlier turns are replaced by their lengths, oldest first, and then the oldest lines are left
 * out. Instructions, tools, the run's own messages and the results of its latest turn are always sent.
 * @param tokens how many tokens the request may have
 */
export function fitContext(request: ModelRequest, tokens: number): FittedRequest {
  let excess = estimateInput(request) - tokens;
  if (excess <= 0) return { request };
  const left_out: LeftOut = { messages: 0, characters: 0 };
  const lines = [...(request.earlier_calls ?? [])];
  let first = 0;
  for (; excess > 0 && first < request.history.length; first += 1) {
    const run = request.history[first] ?? { messages: [], lines: [] };
    excess += sum(run.lines, sizeOfText) - sum(run.messages, sizeOf);
    lines.push(...run.lines);
    left_out.messages += run.messages.length;
    left_out.characters += sum(run.messages, charactersOf);
  }
  const latest = request.run.findLastIndex(({ role }) => role === 'tool');
  const run = request.run.map((message, index): ModelMessage => {
    if (excess <= 0 || message.role !== 'tool' || index === latest) return message;
    const results = message.results.map((each) => {
      const text = JSON.stringify(each.result);
      const shortened = shortenedResult(each.result, text.length) as { [key: string]: Json };
      const saved = sizeOfJson(each.result) - sizeOfJson(shortened);
      if (excess <= 0 || saved <= 0) return each;
      excess -= saved;
      left_out.messages += 1;
      left_out.characters += text.length;
      return { ...each, result: shortened };
    });
    return { ...message, results };
  });
  let gone = 0;
  for (; excess > 0 && gone < lines.length; gone += 1) {
    const line = lines[gone] ?? '';
    excess -= sizeOfText(line);
    left_out.messages += 1;
    left_out.characters += line.length;
  }
  if (left_out.messages === 0) return { request };
  const { earlier_calls: _, ...others } = request;
  const kept = lines.slice(gone);
  return {
    request: {
      ...others,
      ...(kept.length === 0 ? {} : { earlier_calls: kept }),
      history: request.history.slice(first),
      run,
    },
    left_out,
  };
}

/** About how many tokens a request has, with its tools. */
export function estimateInput({
  instructions,
  earlier_calls = [],
  history,
  run,
  tools,
}: ModelRequest): number {
  const offered = sum(
    tools,
    ({ name, description, input_schema }) =>
      sizeOfText(name) + sizeOfText(description) + sizeOfJson(input_schema),
  );
  const messages = [...history.flatMap((each) => each.messages), ...run];
  return sizeOfText(instructions) + offered + sum(earlier_calls, sizeOfText) + sum(messages, sizeOf);
}

function sum<Item>(items: readonly Item[], sizeOfItem: (item: Item) => number): number {
  return items.reduce((total, item) => total + sizeOfItem(item), 0);
}

function sizeOf(message: ModelMessage): number {
  return tokensPerMessage + sizeOfContent(message);
}

function sizeOfContent(message: ModelMessage): number {
  switch (message.role) {
    case 'user':
      return sizeOfText(timedContent(message));
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
      return message.results.reduce(
        (sum, { result, at }) => sum + tokensPerMessage + sizeOfJson(timedResult(result, at)),
        0,
      );
  }
}

function charactersOf(message: ModelMessage): number {
  if (message.role !== 'tool') return message.content.length;
  return sum(message.results, ({ result }) => JSON.stringify(result).length);
}

function sizeOfJson(value: Json): number {
  return sizeOfText(JSON.stringify(value));
}

function sizeOfText(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
}
