import { type LanguageModel, streamText, type TextStreamPart, type ToolSet } from 'ai';
import { defined } from '#contract/defined.ts';
import { type Model, ModelError, type ModelReply, type ModelRequest } from '#engine/ports/model.ts';
import { toModelError } from './ai-sdk-errors.ts';
import {
  toolsOfConversation,
  toSdkInstructions,
  toSdkMessages,
  toSdkTools,
  type Wire,
} from './ai-sdk-messages.ts';
import { type PreparedRequest, type RequestOptions, nextRequest, firstRequest } from './model-request.ts';
import { toSdkSettings } from './model-settings.ts';
import { conversationOf } from './conversation-of.ts';
import type { ProviderOptions } from './kept-reasoning.ts';
import { toReply } from './model-reply.ts';
import { withoutLeadingLines } from './leading-lines.ts';
import { withoutLostCalls } from './lost-calls.ts';
import { withRawArguments } from './raw-arguments.ts';
import { instructionsOf } from './reply-format.ts';
import { type StructuredOutput, StructuredOutputs, withSchema } from './structured-output.ts';
import { withoutRepeatedCalls } from './repeated-calls.ts';
import { takeIn } from './take-in.ts';
import { withoutUnknownEvents } from './unknown-events.ts';
import { UnopenedThoughts, withoutThoughts } from './without-thoughts.ts';
import { watchTurn } from './turn-watch.ts';

// The SDK would print its warnings as text into structured logs. They are in the trace instead.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** The default for how long a provider may be silent. */
export const DEFAULT_IDLE_TIMEOUT_MS = 60_000;

export interface AiSdkModelOptions extends Wire, RequestOptions {
  /** Creates the provider's model, which uses the given `fetch`. It is called once per turn, so it must be cheap. */
  languageModel: (fetch: typeof globalThis.fetch) => Exclude<LanguageModel, string>;
  /** When it gets the schema of a reply. Default: `never`; the prompt describes it. */
  structuredOutput?: StructuredOutput;
  /** Options of a single provider, by provider. */
  providerOptions?: (request: ModelRequest) => ProviderOptions;
  /** Servers may open a thought in the prompt, so that an answer begins with one, of which only the end is tagged. */
  templatesThink?: true;
  /** Values sent to the provider that no trace may show, such as the key. */
  secrets?: readonly string[] | undefined;
  /** How long the provider may be silent before the turn fails with `timeout`. Default: 60,000. */
  idleTimeoutMs?: number | undefined;
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
  const unopened = options.templatesThink === true ? new UnopenedThoughts() : undefined;
  return {
    respond: async (request) =>
      await structured.ask(
        request,
        async (schema) => await askUntilTaken(request, options, schema, unopened),
      ),
  };
}

/** Asks until the provider takes the request as it is. */
async function askUntilTaken(
  request: ModelRequest,
  options: AiSdkModelOptions,
  schema: ModelRequest['reply_schema'],
  unopened: UnopenedThoughts | undefined,
): Promise<ModelReply> {
  let asked = firstRequest(request, options);
  for (;;) {
    try {
      return await ask(asked, options, schema, unopened);
    } catch (error) {
      const next = error instanceof ModelError ? nextRequest(asked, error) : undefined;
      if (next === undefined) throw error;
      asked = next;
    }
  }
}

async function ask(
  asked: PreparedRequest,
  options: AiSdkModelOptions,
  schema: ModelRequest['reply_schema'],
  unopened: UnopenedThoughts | undefined,
): Promise<ModelReply> {
  const { request } = asked;
  const { secrets = [] } = options;
  request.signal.throwIfAborted();
  const watch = watchTurn(options.idleTimeoutMs ?? DEFAULT_IDLE_TIMEOUT_MS, request.signal);
  try {
    const { stream } = streamText({
      ...promptOf(request, options),
      ...toSdkSettings(request.settings ?? {}, options.defaultOutputTokens),
      model: asItMeans(withSchema(options.languageModel(watch.fetch), schema), {
        isShown: request.onDelta !== undefined,
        unopened,
      }),
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

/** A model whose stream says what was meant, however its server puts it. */
function asItMeans(
  model: Exclude<LanguageModel, string>,
  { isShown, unopened }: { isShown: boolean; unopened: UnopenedThoughts | undefined },
) {
  const known = withoutUnknownEvents(model);
  const said = withoutThoughts(withoutRepeatedCalls(withoutLostCalls(known)), isShown, unopened);
  return withRawArguments(withoutLeadingLines(said));
}

function promptOf(request: ModelRequest, wire: Wire) {
  const messages = conversationOf(request);
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
