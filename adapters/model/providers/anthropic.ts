import { createAnthropic } from '@ai-sdk/anthropic';
import { getModelCapabilities } from '@ai-sdk/anthropic/internal';

import { type ProviderAccount, required } from '../account.ts';
import type { AiSdkModelOptions } from '../ai-sdk.ts';
import type { ModelChoice } from '../model-choice.ts';
import { mappingEvents } from '../mapping-events.ts';
import { markingArguments, withMarkedArguments } from '../marked-arguments.ts';
import { withReadableFacts } from '../stated-facts.ts';

const marking = markingArguments('content_block', 'input');

function asRead(data: string): string {
  return withReadableFacts(marking(data));
}

/** Anthropic's Messages API. */
export function anthropic(choice: ModelChoice, account: ProviderAccount): AiSdkModelOptions {
  const apiKey = required(account.apiKey, choice, 'an API key');
  const baseURL = withVersion(account.baseUrl ?? 'https://api.anthropic.com');
  const headers = account.headers ?? {};
  return {
    languageModel: (fetch) =>
      withMarkedArguments(
        createAnthropic({ apiKey, baseURL, headers, fetch: mappingEvents(fetch, asRead) })(choice.model),
      ),
    // Nobody watches arguments being written, and Anthropic does not check that streamed ones are JSON.
    providerOptions: () => ({
      // The SDK would force models that it does not know to call a tool of its own instead of replying.
      anthropic: { toolStreaming: false, structuredOutputMode: 'outputFormat' },
    }),
    cacheMark: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    defaultOutputTokens: defaultOutputTokens(choice.model),
    effortNeedsReasoning: thinksWithinBudget(choice.model),
    structuredOutput: 'always',
  };
}

/**
 * Anthropic requires a limit. The SDK has one for each model that it knows. Of others, it takes one with Claude's name for the
 * largest, which servers with smaller models refuse, and gives 4,096 tokens to the rest.
 */
function defaultOutputTokens(model: string): number | undefined {
  if (getModelCapabilities(model).isKnownModel) return undefined;
  return model.includes('claude-') ? 32_000 : 8192;
}

/**
 * Whether the effort becomes a budget of thinking, as in models before Claude Opus 4.6. These require that each turn that called a
 * tool begins with what was thought.
 */
export function thinksWithinBudget(model: string): boolean {
  return !getModelCapabilities(model).supportsAdaptiveThinking;
}

function withVersion(baseUrl: string): string {
  const trimmed = baseUrl.replace(/\/+$/, '');
  return trimmed.endsWith('/v1') ? trimmed : `${trimmed}/v1`;
}
