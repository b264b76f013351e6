import {
  type BedrockAccount,
  type ProviderAccount,
  type ProviderAccounts,
  accountOf,
  secretsOf,
} from './account.ts';
import { type AiSdkModelOptions, createAiSdkModel } from './ai-sdk.ts';
import { contextTokensOf } from './context-tokens.ts';
import type { ModelChoice, ModelChoices, Provider } from './model-choice.ts';
import type { Model } from '#engine/ports/model.ts';
import type { Models as ModelsOfEngine } from '#engine/ports/models.ts';
import { createFallback, type Entry, type FallbackOptions } from './fallback.ts';
import { anthropic } from './providers/anthropic.ts';
import { bedrock } from './providers/bedrock.ts';
import { google } from './providers/google.ts';
import { mistral } from './providers/mistral.ts';
import { openai } from './providers/openai.ts';
import { openaiCompatible } from './providers/openai-compatible.ts';
import { type MeasureAsked, measured } from './measured.ts';
import { scriptedModel } from './scripted.ts';
import type { ModelClass } from '#contract/model-class.ts';

/** The models of a class. What of an account is its own is that of the first one. */
export interface ClassModel extends ModelChoices, ProviderAccount {
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

/** The options for connecting models. */
export interface ModelsOptions extends FallbackOptions {
  /** Called after every model request. */
  measure?: MeasureAsked;
}

/**
 * Maps model classes to models, each of which asks those of its class in turn. `scripted` is always available.
 * @throws {Error} if a class is mapped to a provider without a key or address
 */
export function createModels(
  config: ModelsConfig,
  { measure = () => undefined, ...options }: ModelsOptions = {},
): Models {
  const scripted = { modelClass: 'scripted', model: 'scripted' } as const;
  const models = new Map<ModelClass, Model>([['scripted', measured(scriptedModel, scripted, measure)]]);
  for (const [modelClass, entries] of Map.groupBy(listModels(config), (entry) => entry.modelClass)) {
    const measuredEntries = entries.map(({ name, model }) => ({
      name,
      model: measured(model, { modelClass, model: name }, measure),
    }));
    models.set(modelClass, createFallback(measuredEntries, options));
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

/** A model, and the host at which it is asked, if that is not its provider's own. */
type AddressedEntry = Entry & { host?: string };

/**
 * Each model of each class, in the order in which a class asks them.
 * @throws {Error} if a class is mapped to a provider without a key or address
 */
export function listModels(config: ModelsConfig): (AddressedEntry & { modelClass: ModelClass })[] {
  return (['fast', 'standard', 'deep'] as const).flatMap((modelClass) => {
    const model = config[modelClass];
    const entries = model === undefined ? [] : entriesOf(model, config);
    return entries.map((entry) => ({ modelClass, ...entry }));
  });
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

/** The models of a class, in the order in which they are asked. */
function entriesOf({ others = [], ...first }: ClassModel, config: ModelsConfig): AddressedEntry[] {
  return [first, ...others].map((each: ClassModel) => {
    const { provider, model, contextTokens: _, ...own } = each;
    const { baseUrl } = accountOf({ provider, model }, own, config);
    return {
      name: nameOf(each),
      model: modelOf(each, config),
      ...(baseUrl === undefined ? {} : { host: new URL(baseUrl).host }),
    };
  });
}

/** The model's name in traces, logs, metrics and breakers. */
export function nameOf({ provider, model, baseUrl }: ClassModel): string {
  const address = baseUrl === undefined ? '' : ` at ${new URL(baseUrl).host}`;
  return `${provider}:${model}${address}`;
}

function modelOf({ provider, model, contextTokens, ...own }: ClassModel, config: ModelsConfig): Model {
  const choice = { provider, model };
  const account = accountOf(choice, own, config);
  return createAiSdkModel({
    ...providers[provider](choice, account),
    source: [`${provider}:${model}`, account.baseUrl ?? account.region].join(' '),
    contextTokens: contextTokens ?? contextTokensOf(model),
    secrets: secretsOf(account),
    idleTimeoutMs: config.idleTimeoutMs,
  });
}
