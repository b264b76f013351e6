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

/** The model of a class, and the models that are asked in its place when it fails, in order. */
export interface ModelChoices extends ModelChoice {
  /** Absent if there are none. */
  others?: ModelChoice[];
}

/** Each one that is asked makes a turn that fails longer. */
const mostChoices = 5;

/** A comma before a provider. A model's name may have other commas. */
const betweenChoices = new RegExp(`,(?=\\s*(?:${PROVIDERS.join('|')}):)`);

/**
 * Parses models as {@link parseModelChoice} does, in the order in which they are asked: `anthropic:claude-sonnet-5, openai:gpt-5.1`.
 * @throws {Error} if one is not a model, stands there twice, or is one too many
 */
export function parseModelChoices(value: string): ModelChoices {
  const [first, ...others] = value.split(betweenChoices).map(parseModelChoice);
  if (first === undefined || others.length >= mostChoices) throw new Error(`at most ${mostChoices} models`);
  const all = [first, ...others].map((choice) => `${choice.provider}:${choice.model}`);
  const twice = all.find((name, index) => all.indexOf(name) < index);
  if (twice !== undefined) throw new Error(`"${twice}" is listed twice`);
  return others.length === 0 ? first : { ...first, others };
}
