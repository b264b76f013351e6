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
import type { ModelSettings } from '#contract/model-settings.ts';
import { toModelError } from './ai-sdk-errors.ts';
import {
  toolsOfConversation,
  toSdkInstructions,
  toSdkMessages,
  toSdkTools,
  type Wire,
} from './ai-sdk-messages.ts';
import { toSdkSettings, withoutRefused } from './asked-settings.ts';
import { estimateInput, fitContext, type FittedRequest } from './fit-context.ts';
import { hasAllReasoning, type ProviderOptions, ReasoningInProgress } from './kept-reasoning.ts';
import {
  plain,
  type Json,
  type Model,
  type ModelCall,
  ModelError,
  type ModelReasoning,
  type ModelReply,
  type ModelRequest,
} from '#engine/ports/model.ts';
import { instructionsOf } from './reply-format.ts';
import { type StructuredOutput, StructuredOutputs, withSchema } from './structured-output.ts';
import { estimateReplyTokens, estimateRequestTokens } from './token-estimate.ts';
import { watchTurn } from './turn-watch.ts';
import { withoutReasoning } from './without-reasoning.ts';

// The SDK would print its warnings as text into structured logs. They are in the trace instead.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** The default for how long a provider may be silent. */
export const DEFAULT_IDLE_TIMEOUT_MS = 60_000;

export interface AiSdkModelOptions extends Wire {
  /** Creates the provider's model, which uses the given `fetch`. It is called once per turn, so it must be cheap. */
  languageModel: (fetch: typeof globalThis.fetch) => Exclude<LanguageModel, string>;
  /** When it may be given the schema of a reply. Default: `never`, it is told in words. */
  structuredOutput?: StructuredOutput;
  /** Options of a single provider, by provider. */
  providerOptions?: (request: ModelRequest) => ProviderOptions;
  /** The most tokens of a reply of a request that names none. Default: the provider's or the SDK's own. */
  defaultOutputTokens?: number | undefined;
  /** The model refuses an effort unless it gets back what was thought in each of the run's turns. */
  effortNeedsReasoning?: boolean;
  /** How many tokens the model can read and write in one turn. Default: not known. */
  contextTokens?: number | undefined;
  /** What the provider is sent that no trace may show, such as the key. */
  secrets?: readonly string[] | undefined;
  /** How long the provider may be silent before the turn fails with `timeout`. Default: 60,000. */
  idleTimeoutMs?: number | undefined;
}

/** The part of a model's room that is kept for its reply, if nobody says how long that may be. */
const replyShare = 0.1;
/** How often a request is shortened for a model that finds it too long. Each time, to half of its length. */
const mostShortenings = 4;

/** A request as it is sent, and what it was changed in. */
interface Asked extends FittedRequest {
  warnings: { type: 'other'; message: string }[];
  shortenings: number;
}

/**
 * A model of a provider that the AI SDK supports. It streams and runs no tools.
 *
 * It asks again only if the provider has refused to begin: without a setting that the model does not take, or with less of the
 * conversation if that is too long. Other failures are for the caller.
 *
 * A call whose arguments are not a JSON object is returned as `unparsed`. On a turn without calls, calls that the model
 * makes anyway are dropped. If the provider does not count tokens, they are estimated.
 */
export function createAiSdkModel(options: AiSdkModelOptions): Model {
  const structured = new StructuredOutputs(options.structuredOutput ?? 'never');
  return {
    respond: async (request) =>
      await structured.ask(request, async (schema) => await askUntilTaken(request, options, schema)),
  };
}

/** Asks until the provider takes the request as it is. */
async function askUntilTaken(
  request: ModelRequest,
  options: AiSdkModelOptions,
  schema: ModelRequest['reply_schema'],
): Promise<ModelReply> {
  let asked = firstAsked(request, options);
  for (;;) {
    try {
      return await ask(asked, options, schema);
    } catch (error) {
      const next = error instanceof ModelError ? askedNext(asked, error) : undefined;
      if (next === undefined) throw error;
      asked = next;
    }
  }
}

function firstAsked(request: ModelRequest, options: AiSdkModelOptions): Asked {
  const { contextTokens, defaultOutputTokens, source = '' } = options;
  const warnings: Asked['warnings'] = [];
  let { settings = {} } = request;
  if (settings.effort !== undefined && options.effortNeedsReasoning === true) {
    const turns = request.run.filter((message) => message.role === 'assistant');
    if (!hasAllReasoning(turns, source)) {
      const { effort: _, ...others } = settings;
      settings = others;
      warnings.push(warning('effort', 'what was thought in earlier turns is not known to this model'));
    }
  }
  const reply = settings.max_output_tokens ?? defaultOutputTokens ?? (contextTokens ?? 0) * replyShare;
  const whole = { ...request, settings };
  const fitted =
    contextTokens === undefined
      ? { request: whole }
      : fitContext(whole, contextTokens - Math.min(reply, contextTokens / 2));
  return { ...fitted, warnings, shortenings: 0 };
}

/** What to ask a provider that has refused to answer; undefined if nothing would change that. */
function askedNext(asked: Asked, error: ModelError): Asked | undefined {
  const { request, warnings, shortenings } = asked;
  const without = withoutRefused(request, error);
  if (without !== undefined) {
    const told = without.refused.map((name) => warning(name, 'this model does not take it'));
    return { ...asked, request: without.request, warnings: [...warnings, ...told] };
  }
  if (error.code !== 'prompt_too_long' || shortenings >= mostShortenings) return undefined;
  const shorter = fitContext(request, estimateInput(request) / 2);
  if (shorter.left_out === undefined) return undefined;
  const before = asked.left_out ?? { messages: 0, characters: 0 };
  const { messages, characters } = shorter.left_out;
  return {
    request: shorter.request,
    left_out: { messages: before.messages + messages, characters: before.characters + characters },
    warnings,
    shortenings: shortenings + 1,
  };
}

function warning(setting: keyof ModelSettings, why: string): Asked['warnings'][number] {
  return { type: 'other', message: `${setting} was left out: ${why}` };
}

async function ask(
  asked: Asked,
  options: AiSdkModelOptions,
  schema: ModelRequest['reply_schema'],
): Promise<ModelReply> {
  const { request } = asked;
  const { secrets = [] } = options;
  request.signal.throwIfAborted();
  const watch = watchTurn(options.idleTimeoutMs ?? DEFAULT_IDLE_TIMEOUT_MS, request.signal);
  try {
    const { stream } = streamText({
      ...promptOf(request, options),
      ...toSdkSettings(request.settings ?? {}, options.defaultOutputTokens),
      model: withSchema(options.languageModel(watch.fetch), schema),
      ...defined({ providerOptions: options.providerOptions?.(request) }),
      maxRetries: 0,
      abortSignal: watch.signal,
      // Errors arrive as parts of the stream. Without a handler, the SDK would print them together with the prompt.
      onError: () => {},
    });
    const parts = errorsTranslated(stream, secrets);
    const turn = await takeIn(parts, secrets, request.onDelta, options.source);
    return toReply(turn, asked, watch.sent());
  } catch (error) {
    request.signal.throwIfAborted();
    if (watch.wentSilent()) throw new ModelError({ code: 'timeout', retryable: true });
    throw error;
  } finally {
    watch.stop();
  }
}

function promptOf(request: ModelRequest, wire: Wire) {
  const messages = [...request.history, ...request.run];
  const offered =
    request.tools.length > 0 && request.words_only !== true
      ? { tools: toSdkTools(request.tools, wire) }
      : {
          tools: toolsOfConversation(messages),
          ...(wire.cannotForbidCalls === true ? {} : { toolChoice: 'none' as const }),
        };
  return {
    ...toSdkInstructions(instructionsOf(request), wire),
    ...offered,
    messages: toSdkMessages(messages, wire),
  };
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
  reasoning: ModelReasoning | undefined;
}

async function takeIn(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  secrets: readonly string[],
  onDelta: ModelRequest['onDelta'],
  source = '',
): Promise<Turn> {
  let text = '';
  const reasoning = new ReasoningInProgress();
  const calls: ModelCall[] = [];
  let warnings: unknown[] = [];
  let end: Turn['end'] | undefined;
  let calledAgainstOrders = false;

  for await (const part of stream) {
    reasoning.add(part);
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
  // Some protocols say the reason before their stream ends. Without one, it has broken off.
  const withoutReason = end?.finishReason === 'other' && end.rawFinishReason === undefined;
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

function toReply(
  turn: Turn,
  { request, left_out, warnings: own }: Asked,
  sent: { [key: string]: Json },
): ModelReply {
  const { text, end, reasoning } = turn;
  const calls = request.words_only === true ? [] : turn.calls;
  const { inputTokens, outputTokens, inputTokenDetails } = end.usage;
  const warnings = [...own, ...turn.warnings];
  const { cacheReadTokens } = inputTokenDetails;
  const input_tokens = inputTokens ?? estimateRequestTokens(request);
  return {
    text,
    calls,
    input_tokens,
    ...(cacheReadTokens === undefined || cacheReadTokens === 0
      ? {}
      : { cached_input_tokens: Math.min(cacheReadTokens, input_tokens) }),
    output_tokens: outputTokens ?? estimateReplyTokens({ text: text + (reasoning?.text ?? ''), calls }),
    finish: finishOf(turn),
    ...defined({ reasoning, left_out }),
    request: withoutReasoning(sent, request.run),
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
