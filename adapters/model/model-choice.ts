/** Providers that a model class can be mapped to. */
export const PROVIDERS = [
  'anthropic',
  'openai',
  'openai-compatible',
  'google',
  'bedrock',
  'mistral',
] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The provider's model for a class. */
export interface ModelChoice {
  provider: Provider;
  /** The provider's own name of the model. */
  model: string;
}

/**
 * Parses `provider:model`, for example `anthropic:claude-sonnet-4-5` or `openai-compatible:org/model:free`. Everything
 * after the first colon is the model's name, including colons and slashes.
 * @throws {Error} if the provider is not one of {@link PROVIDERS}, or the model has no name
 */
export function parseModelChoice(value: string): ModelChoice {
  const text = value.trim();
  const colon = text.indexOf(':');
  const provider = PROVIDERS.find((name) => name === text.slice(0, Math.max(colon, 0)));
  const model = text.slice(colon + 1).trim();
  if (provider === undefined || model === '') {
    throw new Error(
      `"${text}" is not a model: expected provider:model, provider one of ${PROVIDERS.join(', ')}`,
    );
  }
  return { provider, model };
}
