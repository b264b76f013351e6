import { createMistral } from '@ai-sdk/mistral';

import { defined } from '#contract/defined.ts';
import { type ProviderAccount, required } from '../account.ts';
import type { AiSdkModelOptions } from '../ai-sdk.ts';
import { asChatChunk } from '../chat-chunks.ts';
import { mappingEvents } from '../mapping-events.ts';
import type { ModelChoice } from '../model-choice.ts';

/** Mistral's Chat Completions API. */
export function mistral(choice: ModelChoice, account: ProviderAccount): AiSdkModelOptions {
  const apiKey = required(account.apiKey, choice, 'an API key');
  const baseURL = account.baseUrl ?? 'https://api.mistral.ai/v1';
  const headers = account.headers ?? {};
  return {
    languageModel: (fetch) =>
      createMistral({ apiKey, baseURL, headers, fetch: mappingEvents(fetch, asChatChunk) })(choice.model),
    providerOptions: ({ cache_key }) => ({
      mistral: { strictJsonSchema: true, ...defined({ promptCacheKey: cache_key }) },
    }),
    structuredOutput: 'without_tools',
  };
}
