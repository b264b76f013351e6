import { defined } from '#contract/defined.ts';
import {
  type FinishReason,
  type LanguageModel,
  streamText,
  type TextStreamPart,
  ToolChoiceViolationError,
  type ToolSet,
} from 'ai';

import type { ReplyFinish } from '#contract/run-state.ts';
import { isJsonObject } from '#contract/json.ts';
import { toModelError } from './ai-sdk-errors.ts';
import { toolsOfConversation, toSdkMessages, toSdkTools } from './ai-sdk-messages.ts';
import {
  plain,
  type Json,
  type Model,
  type ModelCall,
  ModelError,
  type ModelReply,
  type ModelRequest,
} from '#engine/ports/model.ts';
import { instructionsOf } from './reply-format.ts';
import { type StructuredOutput, StructuredOutputs, withSchema } from './structured-output.ts';
import { estimateReplyTokens, estimateRequestTokens } from './token-estimate.ts';
import { watchTurn } from './turn-watch.ts';

// The SDK would print its warnings as text into structured logs. They are in the trace instead.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** The default for how long a provider may be silent. */
export const DEFAULT_IDLE_TIMEOUT_MS = 60_000;

export interface AiSdkModelOptions {
  /** Creates the provider's model, which uses the given `fetch`. It is called once per turn, so it must be cheap. */
  languageModel: (fetch: typeof globalThis.fetch) => Exclude<LanguageModel, string>;
  /** When it may be given the schema of a reply. Default: `never`, it is told in words. */
  structuredOutput?: StructuredOutput;
  /** Options of a single provider, by provider. */
  providerOptions?: { [provider: string]: { [option: string]: Json } };
  /** False if the SDK would wrap the result of a failed call, which says so itself, once more. Default: true. */
  marksErrors?: boolean;
  /** What the provider is sent that no trace may show, such as the key. */
  secrets?: readonly string[] | undefined;
  /** How long the provider may be silent before the turn fails with `timeout`. Default: 60,000. */
  idleTimeoutMs?: number | undefined;
}

/**
 * A model of a provider that the AI SDK supports. It streams, runs no tools and never retries.
 *
 * A call whose arguments are not a JSON object is returned as `unparsed`. On a turn without calls, calls that the model
 * makes anyway are dropped. If the provider does not count tokens, they are estimated.
 */
export function createAiSdkModel(options: AiSdkModelOptions): Model {
  const structured = new StructuredOutputs(options.structuredOutput ?? 'never');
  return {
    respond: async (request) =>
      await structured.ask(request, async (schema) => await askOnce(options, request, schema)),
  };
}

async function askOnce(
  options: AiSdkModelOptions,
  request: ModelRequest,
  schema: ModelRequest['reply_schema'],
): Promise<ModelReply> {
  const { secrets = [] } = options;
  request.signal.throwIfAborted();
  const watch = watchTurn(options.idleTimeoutMs ?? DEFAULT_IDLE_TIMEOUT_MS, request.signal);
  try {
    const { stream } = streamText({
      ...promptOf(request, options),
      model: withSchema(options.languageModel(watch.fetch), schema),
      ...defined({ providerOptions: options.providerOptions }),
      maxRetries: 0,
      abortSignal: watch.signal,
      // Errors arrive as parts of the stream. Without a handler, the SDK would print them together with the prompt.
      onError: () => {},
    });
    const parts = errorsTranslated(stream, secrets);
    return toReply(await takeIn(parts, secrets, request.onDelta), request, watch.sent());
  } catch (error) {
    request.signal.throwIfAborted();
    if (watch.wentSilent()) throw new ModelError({ code: 'timeout', retryable: true });
    throw error;
  } finally {
    watch.stop();
  }
}

function promptOf(request: ModelRequest, { marksErrors = true }: AiSdkModelOptions) {
  const messages = [...request.history, ...request.run];
  const told = instructionsOf(request);
  const instructions = told.trim() === '' ? {} : { instructions: told };
  const offered =
    request.tools.length > 0 && request.words_only !== true
      ? { tools: toSdkTools(request.tools) }
      : { tools: toolsOfConversation(messages), toolChoice: 'none' as const };
  return { ...instructions, ...offered, messages: toSdkMessages(messages, { marksErrors }) };
}

async function* errorsTranslated(stream: AsyncIterable<TextStreamPart<ToolSet>>, secrets: readonly string[]) {
  try {
    yield* stream;
  } catch (error) {
    throw toModelError(error, secrets);
  }
}

/** The result of a stream that ended normally. */
interface Turn {
  text: string;
  calls: ModelCall[];
  end: Extract<TextStreamPart<ToolSet>, { type: 'finish-step' }>;
  finishReason: FinishReason;
  warnings: unknown[];
}

async function takeIn(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  secrets: readonly string[],
  onDelta: ModelRequest['onDelta'],
): Promise<Turn> {
  let text = '';
  const calls: ModelCall[] = [];
  let warnings: unknown[] = [];
  let end: Turn['end'] | undefined;
  let calledAgainstOrders = false;

  for await (const part of stream) {
    switch (part.type) {
      case 'start-step':
        warnings = part.warnings;
        break;
      case 'text-delta':
        if (part.text === '') break;
        text += part.text;
        onDelta?.(part.text);
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
  }

  // `interrupted` is the SDK's term for a stream that ended without a finish reason.
  const broken =
    end?.finishReason === 'interrupted' || (end?.finishReason === 'error' && !calledAgainstOrders);
  if (end === undefined || broken) throw new ModelError({ code: 'broken_stream', retryable: true });
  return {
    text,
    calls,
    end,
    finishReason: calledAgainstOrders ? endOfCalls(end.rawFinishReason) : end.finishReason,
    warnings,
  };
}

function toCall(part: Extract<TextStreamPart<ToolSet>, { type: 'tool-call' }>): ModelCall {
  const { toolCallId: id, toolName: name } = part;
  const input: unknown = part.input;
  if (isJsonObject(input)) return { id, name, args: plain(input) };
  // Models may send nothing at all for a call without arguments.
  if (typeof input === 'string' && input.trim() === '') return { id, name, args: {} };
  // For an invalid call, the SDK passes on the original text. Any other value has been parsed.
  const asItCame = part.invalid === true && typeof input === 'string';
  return { id, name, unparsed: asItCame ? input : JSON.stringify(input) };
}

function toReply(turn: Turn, request: ModelRequest, sent: { [key: string]: Json }): ModelReply {
  const { text, end, warnings } = turn;
  const calls = request.words_only === true ? [] : turn.calls;
  const { inputTokens, outputTokens } = end.usage;
  return {
    text,
    calls,
    input_tokens: inputTokens ?? estimateRequestTokens(request),
    output_tokens: outputTokens ?? estimateReplyTokens({ text, calls }),
    finish: finishOf(turn),
    request: sent,
    response: plain({
      id: end.response.id,
      model: end.response.modelId,
      finish_reason: end.rawFinishReason ?? turn.finishReason,
      text,
      calls,
      usage: end.usage.raw ?? null,
      ...(warnings.length === 0 ? {} : { warnings }),
    }),
  };
}

/** What providers name the end of a reply at a limit of tokens. */
const limits = new Set<string | undefined>([
  'max_tokens',
  'max_output_tokens',
  'length',
  'MAX_TOKENS',
  'model_context_window_exceeded',
]);

/** How a turn ended whose calls were not allowed: the SDK reports an error in place of the provider's own reason. */
function endOfCalls(rawFinishReason: string | undefined): FinishReason {
  return limits.has(rawFinishReason) ? 'length' : 'tool-calls';
}

/** What providers name the end of a reply that the model has declined to give. Other ends for its content are a filter's. */
const refusals = new Set<string | undefined>(['refusal', 'stop', undefined]);

/** How the model ended a turn. What is not known is taken for an end of its own. */
function finishOf({ finishReason, end: { rawFinishReason } }: Turn): ReplyFinish {
  if (finishReason === 'length') return 'cut';
  if (finishReason !== 'content-filter') return 'finished';
  // OpenAI ends a refusal like any other reply, and the SDK reports it as filtered.
  return refusals.has(rawFinishReason) ? 'refused' : 'filtered';
}
