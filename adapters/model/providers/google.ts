import { createGoogle } from '@ai-sdk/google';

import { type ProviderAccount, required } from '../account.ts';
import type { AiSdkModelOptions } from '../ai-sdk.ts';
import type { ModelChoice } from '../model-choice.ts';
import { mappingEvents } from '../mapping-events.ts';
import { markingArguments, withMarkedArguments } from '../marked-arguments.ts';
import { withReadableFacts } from '../stated-facts.ts';

const marking = markingArguments('functionCall', 'args');

function asRead(data: string): string {
  return withReadableFacts(marking(data));
}

/** The Gemini API. */
export function google(choice: ModelChoice, account: ProviderAccount): AiSdkModelOptions {
  const apiKey = required(account.apiKey, choice, 'an API key');
  const baseURL = account.baseUrl ?? 'https://generativelanguage.googleapis.com/v1beta';
  const headers = account.headers ?? {};
  return {
    languageModel: (fetch) =>
      withMarkedArguments(
        createGoogle({ apiKey, baseURL, headers, fetch: mappingEvents(fetch, asRead) })(choice.model),
      ),
    // The SDK would put the result, which has an error, into another one.
    plainErrors: true,
    // With tools, earlier models refuse it.
    structuredOutput: 'without_tools',
  };
}
