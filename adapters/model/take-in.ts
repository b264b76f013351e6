import { type FinishReason, type TextStreamPart, ToolChoiceViolationError, type ToolSet } from 'ai';
import { readArguments } from '#contract/read-arguments.ts';
import { Pace } from '#engine/event-loop/pace.ts';
import {
  type ModelCall,
  ModelError,
  type ModelReasoning,
  type ModelRequest,
  plain,
} from '#engine/ports/model.ts';
import { toModelError } from './ai-sdk-errors.ts';
import { meaningOfEnd } from './ends.ts';
import { ReasoningInProgress } from './kept-reasoning.ts';
import { rawArguments } from './raw-arguments.ts';

/**
 * The most characters of text, reasoning and calls in one turn: those of 128,000 tokens. A provider that never ends
 * costs no more memory than this, and the write of a turn, which contains its text several times, fits into MongoDB's
 * cache.
 */
export const longestAnswer = 512 * 1024;
/** Others have their turn after so many parts: a fast provider sends hundreds at once, of a character each. */
const partsAtOnce = 64;
/** The most calls of one turn. Only 64 of them are made; the model gets an error for each of the others. */
const mostCalls = 1024;

type ToolCallPart = Extract<TextStreamPart<ToolSet>, { type: 'tool-call' }>;

/** The result of a stream. */
export interface Turn {
  text: string;
  calls: ModelCall[];
  /** Absent if the rest of the stream was not read. */
  end?: Extract<TextStreamPart<ToolSet>, { type: 'finish-step' }>;
  finishReason: FinishReason;
  warnings: unknown[];
  reasoning: ModelReasoning | undefined;
}

/**
 * Takes in an answer as it comes. One that is too long ends where it is, like one that its provider cuts.
 * @param secrets what the provider was sent that no trace may show
 * @param source the model and its address, as reasoning is kept with it
 * @throws {ModelError} what the provider reports, or `broken_stream` if the stream has no end
 */
export async function takeIn(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  secrets: readonly string[],
  onDelta: ModelRequest['onDelta'],
  source = '',
): Promise<Turn> {
  let text = '';
  const reasoning = new ReasoningInProgress();
  const calls: ModelCall[] = [];
  let warnings: unknown[] = [];
  let end: Turn['end'];
  let calledAgainstOrders = false;
  let room = longestAnswer;
  const pace = new Pace(partsAtOnce);
  /** As much of a piece as there is room for. */
  const fitting = (piece: string) => {
    const part = piece.slice(0, Math.max(0, room));
    room -= piece.length;
    return part;
  };

  for await (const part of stream) {
    await pace.rest();
    reasoning.add(part);
    switch (part.type) {
      case 'start-step':
        warnings = part.warnings;
        break;
      case 'text-delta': {
        const piece = fitting(part.text);
        text += piece;
        if (piece !== '') onDelta?.(piece);
        break;
      }
      case 'reasoning-delta':
        fitting(part.text);
        break;
      case 'tool-input-delta':
        fitting(part.delta);
        break;
      case 'tool-call':
        calls.push(toCall(part));
        break;
      case 'finish-step':
        end = part;
        break;
      case 'error':
        // Raised after the end of the reply, because the model called a tool on a turn without calls.
        if (ToolChoiceViolationError.isInstance(part.error)) calledAgainstOrders = true;
        else throw toModelError(part.error, secrets);
        break;
      default:
    }
    if (room < 0 || calls.length > mostCalls) {
      return { text, calls: [], finishReason: 'length', warnings, reasoning: reasoning.end(source) };
    }
  }

  // `interrupted` is the SDK's term for a stream that ended without a finish reason.
  const broken =
    end?.finishReason === 'interrupted' || (end?.finishReason === 'error' && !calledAgainstOrders);
  // Some protocols say the reason before their stream ends. Without one, it has broken off.
  const withoutReason =
    (end?.finishReason === 'other' && end.rawFinishReason === undefined) ||
    meaningOfEnd(end?.rawFinishReason) === 'broken';
  if (end === undefined || broken || withoutReason)
    throw new ModelError({ code: 'broken_stream', retryable: true });
  return {
    text,
    calls,
    end,
    finishReason: calledAgainstOrders ? endOfCalls(end.rawFinishReason) : end.finishReason,
    warnings,
    reasoning: reasoning.end(source),
  };
}

function toCall({ toolCallId: id, toolName: name, input }: ToolCallPart): ModelCall {
  const text = rawArguments(input);
  const read = readArguments(text);
  return { id, name, ...('args' in read ? { args: plain(read.args) } : { unparsed: text }) };
}

/** How a turn ended whose calls were not allowed: the SDK reports an error in place of the provider's own reason. */
function endOfCalls(rawFinishReason: string | undefined): FinishReason {
  return meaningOfEnd(rawFinishReason) === 'cut' ? 'length' : 'tool-calls';
}
