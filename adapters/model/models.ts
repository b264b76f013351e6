import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';

import { type AiSdkModelOptions, createAiSdkModel } from './ai-sdk.ts';
import type { ModelChoice } from './model-choice.ts';
import type { Model } from '#engine/ports/model.ts';
import type { Models as ModelsOfEngine } from '#engine/ports/models.ts';
import { scriptedModel } from './scripted.ts';
import type { ModelClass } from '#contract/model-class.ts';

export interface ProviderAccount {
  apiKey?: string | undefined;
  /** The address of the provider. Default: its public one. */
  baseUrl?: string | undefined;
}

/** The models of a deployment. */
export interface ModelsConfig {
  fast?: ModelChoice | undefined;
  standard?: ModelChoice | undefined;
  deep?: ModelChoice | undefined;
  /** A `baseUrl` may omit the final `/v1`, as is usual for `ANTHROPIC_BASE_URL`. */
  anthropic?: ProviderAccount | undefined;
  /** For both `openai` and `openai-compatible`. The latter requires a `baseUrl`, but no key. */
  openai?: ProviderAccount | undefined;
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
    const choice = config[modelClass];
    if (choice === undefined) continue;
    const options = providers[choice.provider](choice, config);
    models.set(modelClass, createAiSdkModel({ ...options, idleTimeoutMs: config.idleTimeoutMs }));
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
const providers: Record<
  ModelChoice['provider'],
  (choice: ModelChoice, config: ModelsConfig) => AiSdkModelOptions
> = {
  anthropic: (choice, { anthropic }) => {
    const apiKey = required(anthropic?.apiKey, choice, 'an API key');
    const baseURL = withVersion(anthropic?.baseUrl ?? 'https://api.anthropic.com');
    return {
      languageModel: (fetch) => createAnthropic({ apiKey, baseURL, fetch })(choice.model),
      // Nobody watches arguments being written, and Anthropic does not check that streamed ones are JSON.
      providerOptions: { anthropic: { toolStreaming: false } },
    };
  },

  openai: (choice, { openai }) => {
    const apiKey = required(openai?.apiKey, choice, 'an API key');
    const baseURL = openai?.baseUrl ?? 'https://api.openai.com/v1';
    return {
      languageModel: (fetch) => createOpenAI({ apiKey, baseURL, fetch }).responses(choice.model),
      // The conversation is stored here. OpenAI would keep a copy for thirty days.
      providerOptions: { openai: { store: false } },
    };
  },

  'openai-compatible': (choice, { openai }) => {
    const baseURL = required(openai?.baseUrl, choice, 'a base URL');
    const account = { baseURL, ...(openai?.apiKey === undefined ? {} : { apiKey: openai.apiKey }) };
    return {
      languageModel: (fetch) =>
        createOpenAICompatible({ ...account, name: 'compatible', includeUsage: true, fetch })(choice.model),
    };
  },
};

function required(value: string | undefined, { provider, model }: ModelChoice, what: string): string {
  if (value === undefined || value === '') throw new Error(`model "${provider}:${model}" needs ${what}`);
  return value;
}

function withVersion(baseUrl: string): string {
  const trimmed = baseUrl.replace(/\/+$/, '');
  return trimmed.endsWith('/v1') ? trimmed : `${trimmed}/v1`;
}
