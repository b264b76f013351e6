import { createOpenAI } from '@ai-sdk/openai';

import { type ProviderAccount, required } from '../account.ts';
import type { AiSdkModelOptions } from '../ai-sdk.ts';
import type { ModelChoice } from '../model-choice.ts';

/** OpenAI's Responses API. */
export function openai(choice: ModelChoice, account: ProviderAccount): AiSdkModelOptions {
  const apiKey = required(account.apiKey, choice, 'an API key');
  const baseURL = account.baseUrl ?? 'https://api.openai.com/v1';
  const headers = account.headers ?? {};
  return {
    languageModel: (fetch) => createOpenAI({ apiKey, baseURL, headers, fetch }).responses(choice.model),
    // The Responses API has no mark for a failed call, and the SDK makes one of `{error: …}`.
    marksErrors: false,
    // The conversation is stored here. OpenAI would keep a copy for thirty days.
    providerOptions: { openai: { store: false } },
    structuredOutput: 'always',
  };
}
