import { createOpenAICompatible } from '@ai-sdk/openai-compatible';

import { defined } from '#contract/defined.ts';
import { type ProviderAccount, required } from '../account.ts';
import type { AiSdkModelOptions } from '../ai-sdk.ts';
import { asChatChunk } from '../chat-chunks.ts';
import { mappingEvents } from '../mapping-events.ts';
import type { ModelChoice } from '../model-choice.ts';

/** A server with OpenAI's Chat Completions API. It may need no key. */
export function openaiCompatible(choice: ModelChoice, account: ProviderAccount): AiSdkModelOptions {
  const baseURL = required(account.baseUrl, choice, 'a base URL');
  const { apiKey, headers } = account;
  const settings = {
    baseURL,
    ...defined({ apiKey, headers }),
    name: 'compatible',
    includeUsage: true,
    supportsStructuredOutputs: true,
  };
  return {
    languageModel: (fetch) =>
      createOpenAICompatible({ ...settings, fetch: mappingEvents(fetch, asChatChunk) })(choice.model),
    templatesThink: true,
    structuredOutput: 'without_tools',
  };
}
