import { createAnthropic } from '@ai-sdk/anthropic';

import { type ProviderAccount, required } from '../account.ts';
import type { AiSdkModelOptions } from '../ai-sdk.ts';
import type { ModelChoice } from '../model-choice.ts';

/** Anthropic's Messages API. */
export function anthropic(choice: ModelChoice, account: ProviderAccount): AiSdkModelOptions {
  const apiKey = required(account.apiKey, choice, 'an API key');
  const baseURL = withVersion(account.baseUrl ?? 'https://api.anthropic.com');
  const headers = account.headers ?? {};
  return {
    languageModel: (fetch) => createAnthropic({ apiKey, baseURL, headers, fetch })(choice.model),
    // Nobody watches arguments being written, and Anthropic does not check that streamed ones are JSON.
    // The SDK would force models that it does not know to call a tool of its own instead of replying.
    providerOptions: { anthropic: { toolStreaming: false, structuredOutputMode: 'outputFormat' } },
    structuredOutput: 'always',
  };
}

function withVersion(baseUrl: string): string {
  const trimmed = baseUrl.replace(/\/+$/, '');
  return trimmed.endsWith('/v1') ? trimmed : `${trimmed}/v1`;
}
