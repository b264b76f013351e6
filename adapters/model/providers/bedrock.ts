import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';

import { defined } from '#contract/defined.ts';
import { type BedrockAccount, required } from '../account.ts';
import type { AiSdkModelOptions } from '../ai-sdk.ts';
import type { ModelChoice } from '../model-choice.ts';
import { thinksWithinBudget } from './anthropic.ts';

/** Amazon Bedrock's Converse API, with an API key or with requests that are signed with a key of AWS. */
export function bedrock(choice: ModelChoice, account: BedrockAccount): AiSdkModelOptions {
  const region = required(account.region, choice, 'a region');
  const settings = {
    region,
    baseURL: account.baseUrl ?? publicAddress(region),
    headers: account.headers ?? {},
    ...credentials(choice, account),
  };
  return {
    languageModel: (fetch) => createAmazonBedrock({ ...settings, fetch })(choice.model),
    // Calls that the model makes nevertheless are dropped.
    cannotForbidCalls: true,
    // For other models, the SDK would turn it into a forced call.
    ...(/\banthropic\.claude-(?:opus|sonnet|haiku)-[4-9]/.test(choice.model)
      ? {
          structuredOutput: 'always' as const,
          providerOptions: () => ({ amazonBedrock: { structuredOutputMode: 'outputFormat' } }),
        }
      : {}),
    ...(/\banthropic\.claude-/.test(choice.model)
      ? {
          effortNeedsReasoning: thinksWithinBudget(choice.model),
          ...(/claude-(?:3-7|opus|sonnet|haiku)/.test(choice.model)
            ? { cacheMark: { amazonBedrock: { cachePoint: { type: 'default' } } } }
            : {}),
        }
      : {}),
  };
}

function credentials(choice: ModelChoice, account: BedrockAccount) {
  const { apiKey, sessionToken } = account;
  if (apiKey !== undefined) return { apiKey };
  return {
    // Left out, the SDK would take one from the environment.
    apiKey: '',
    accessKeyId: required(account.accessKeyId, choice, 'an API key, or an access key of AWS'),
    secretAccessKey: required(account.secretAccessKey, choice, 'the secret of its access key'),
    ...defined({ sessionToken }),
  };
}

function publicAddress(region: string): string {
  return `https://bedrock-runtime.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}
