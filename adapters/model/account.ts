import { defined } from '#contract/defined.ts';
import type { ModelChoice, Provider } from './model-choice.ts';

/** How a provider is reached. */
export interface ProviderAccount {
  apiKey?: string | undefined;
  /** The address of the provider. Default: its public one. */
  baseUrl?: string | undefined;
  /** Headers beside the provider's own, which they replace. They may be secret. */
  headers?: Record<string, string> | undefined;
}

/** How Amazon Bedrock is reached: with an API key or with signed requests. */
export interface BedrockAccount extends ProviderAccount {
  region?: string | undefined;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
  sessionToken?: string | undefined;
}

/** The deployment's accounts. */
export interface ProviderAccounts {
  /** A `baseUrl` may omit the final `/v1`, as is usual for `ANTHROPIC_BASE_URL`. */
  anthropic?: ProviderAccount | undefined;
  /** For both `openai` and `openai-compatible`. The latter requires a `baseUrl`, but no key. */
  openai?: ProviderAccount | undefined;
  google?: ProviderAccount | undefined;
  bedrock?: BedrockAccount | undefined;
  mistral?: ProviderAccount | undefined;
}

const accountNames = {
  anthropic: 'anthropic',
  openai: 'openai',
  'openai-compatible': 'openai',
  google: 'google',
  bedrock: 'bedrock',
  mistral: 'mistral',
} as const satisfies Record<Provider, keyof ProviderAccounts>;

/**
 * The account by which a model is reached: the deployment's account of its provider, with what the model has of its own
 * in its place. A key goes only to the address that it was given for: a model with an address of its own is not sent the
 * deployment's key. Signatures of AWS do not tell the key, so Bedrock at another address is sent them.
 */
export function accountOf(
  { provider }: ModelChoice,
  own: ProviderAccount,
  accounts: ProviderAccounts,
): BedrockAccount {
  const { apiKey, ...shared }: BedrockAccount = accounts[accountNames[provider]] ?? {};
  const { baseUrl, headers } = own;
  return {
    ...shared,
    ...defined({ apiKey: own.apiKey ?? (baseUrl === undefined ? apiKey : undefined), baseUrl, headers }),
  };
}

/** Everything in an account that is secret. */
export function secretsOf({
  apiKey,
  accessKeyId,
  secretAccessKey,
  sessionToken,
  headers,
}: BedrockAccount): string[] {
  const all = [apiKey, accessKeyId, secretAccessKey, sessionToken, ...Object.values(headers ?? {})];
  return all.filter((secret) => secret !== undefined);
}

/** @throws {Error} if a model lacks what its provider requires */
export function required(value: string | undefined, { provider, model }: ModelChoice, what: string): string {
  if (value === undefined || value === '') throw new Error(`model "${provider}:${model}" needs ${what}`);
  return value;
}
