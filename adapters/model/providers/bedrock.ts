import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';

import { defined } from '#contract/defined.ts';
import { type BedrockAccount, required } from '../account.ts';
import type { AiSdkModelOptions } from '../ai-sdk.ts';
import type { ModelChoice } from '../model-choice.ts';

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
