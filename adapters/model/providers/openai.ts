import { createOpenAI } from '@ai-sdk/openai';

import { type ProviderAccount, required } from '../account.ts';
import type { AiSdkModelOptions } from '../ai-sdk.ts';
import { mappingEvents } from '../mapping-events.ts';
import type { ModelChoice } from '../model-choice.ts';
import { asResponseEvent } from '../response-events.ts';

/** OpenAI's Responses API. */
export function openai(choice: ModelChoice, account: ProviderAccount): AiSdkModelOptions {
  const apiKey = required(account.apiKey, choice, 'an API key');
  const baseURL = account.baseUrl ?? 'https://api.openai.com/v1';
  const headers = account.headers ?? {};
  return {
    languageModel: (fetch) =>
      createOpenAI({ apiKey, baseURL, headers, fetch: mappingEvents(fetch, asResponseEvent) }).responses(
        choice.model,
      ),
    // The conversation is stored here, while OpenAI would keep a copy for thirty days. OpenAI returns its reasoning
    // encrypted, so that the next turn can continue from it.
    providerOptions: ({ cache_key }) => ({
      openai: { store: false, ...(cache_key === undefined ? {} : { promptCacheKey: cache_key }) },
    }),
    // The SDK would put the result, which has an error, into another one.
    plainErrors: true,
    structuredOutput: 'always',
  };
}
