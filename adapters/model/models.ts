import {
  type BedrockAccount,
  type ProviderAccount,
  type ProviderAccounts,
  accountOf,
  secretsOf,
} from './account.ts';
import { type AiSdkModelOptions, createAiSdkModel } from './ai-sdk.ts';
import type { ModelChoice, Provider } from './model-choice.ts';
import type { Model } from '#engine/ports/model.ts';
import type { Models as ModelsOfEngine } from '#engine/ports/models.ts';
import { anthropic } from './providers/anthropic.ts';
import { bedrock } from './providers/bedrock.ts';
import { google } from './providers/google.ts';
import { mistral } from './providers/mistral.ts';
import { openai } from './providers/openai.ts';
import { openaiCompatible } from './providers/openai-compatible.ts';
import { scriptedModel } from './scripted.ts';
import type { ModelClass } from '#contract/model-class.ts';

/** The model of a class, with what of its account is its own. */
export interface ClassModel extends ModelChoice, ProviderAccount {
  /** How many tokens the model can be sent and can write, together. Default: what is known of it. */
  contextTokens?: number | undefined;
}

/** The models of a deployment, and its accounts with their providers. */
export interface ModelsConfig extends ProviderAccounts {
  fast?: ClassModel | undefined;
  standard?: ClassModel | undefined;
  deep?: ClassModel | undefined;
  /** How long a provider may be silent within a turn. Default: 60,000. */
  idleTimeoutMs?: number | undefined;
}

/** The deployment's models, by class. */
export interface Models extends ModelsOfEngine {
  has: (modelClass: ModelClass) => boolean;
}

/**
 * Maps model classes to models. `scripted` is always available.
 * @throws {Error} if a class is mapped to a provider without a key or address
 */
export function createModels(config: ModelsConfig): Models {
  const models = new Map<ModelClass, Model>([['scripted', scriptedModel]]);
  for (const modelClass of ['fast', 'standard', 'deep'] as const) {
    const model = config[modelClass];
    if (model !== undefined) models.set(modelClass, modelOf(model, config));
  }
  return {
    has: (modelClass) => models.has(modelClass),
    get: (modelClass) => {
      const model = models.get(modelClass);
      if (model === undefined) throw new Error(`model class "${modelClass}" is not mapped to a model`);
      return model;
    },
  };
}

// Keys and addresses are always passed, so that the SDK does not read them from the environment.
const providers: Record<Provider, (choice: ModelChoice, account: BedrockAccount) => AiSdkModelOptions> = {
  anthropic,
  openai,
  'openai-compatible': openaiCompatible,
  google,
  bedrock,
  mistral,
};

function modelOf({ provider, model, ...own }: ClassModel, config: ModelsConfig): Model {
  const choice = { provider, model };
  const account = accountOf(choice, own, config);
  const options = providers[provider](choice, account);
  return createAiSdkModel({ ...options, secrets: secretsOf(account), idleTimeoutMs: config.idleTimeoutMs });
}
