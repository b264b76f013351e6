import { z } from 'zod';
import { type ModelChoice, parseModelChoices } from '#adapters/model/model-choice.ts';
import { parseHeaders } from './model-headers.ts';
import { parseModelPrices } from './model-prices.ts';
import { parsedBy } from './parsed-by.ts';

const modelChoice = parsedBy(parseModelChoices).optional();
const secret = z.string().min(1).optional();
const url = z.url({ protocol: /^https?$/ }).optional();
const headers = parsedBy(parseHeaders).optional();
/** Tokens: a smaller context has no room for an agent's instructions. */
const contextTokens = z.coerce.number().int().min(4096).max(100_000_000).optional();

/** The variables of models and their providers. A class has its own model and may have its own account. */
export const ModelVariables = {
  MODEL_FAST: modelChoice,
  MODEL_FAST_API_KEY: secret,
  MODEL_FAST_BASE_URL: url,
  MODEL_FAST_HEADERS: headers,
  MODEL_FAST_CONTEXT_TOKENS: contextTokens,
  MODEL_STANDARD: modelChoice,
  MODEL_STANDARD_API_KEY: secret,
  MODEL_STANDARD_BASE_URL: url,
  MODEL_STANDARD_HEADERS: headers,
  MODEL_STANDARD_CONTEXT_TOKENS: contextTokens,
  MODEL_DEEP: modelChoice,
  MODEL_DEEP_API_KEY: secret,
  MODEL_DEEP_BASE_URL: url,
  MODEL_DEEP_HEADERS: headers,
  MODEL_DEEP_CONTEXT_TOKENS: contextTokens,
  MODEL_PRICES: parsedBy(parseModelPrices).default({}),
  ANTHROPIC_API_KEY: secret,
  ANTHROPIC_BASE_URL: url,
  OPENAI_API_KEY: secret,
  OPENAI_BASE_URL: url,
  GOOGLE_API_KEY: secret,
  GOOGLE_BASE_URL: url,
  MISTRAL_API_KEY: secret,
  MISTRAL_BASE_URL: url,
  BEDROCK_BASE_URL: url,
  /** AWS's own names. */
  AWS_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be a region, as in eu-central-1')
    .optional(),
  AWS_BEARER_TOKEN_BEDROCK: secret,
  AWS_ACCESS_KEY_ID: secret,
  AWS_SECRET_ACCESS_KEY: secret,
  AWS_SESSION_TOKEN: secret,
};
const Models = z.object(ModelVariables);
type Models = z.infer<typeof Models>;
export type ModelEnvironment = Models;

const classes = ['MODEL_FAST', 'MODEL_STANDARD', 'MODEL_DEEP'] as const;
type ClassVariable = (typeof classes)[number];

/** A class without what its provider requires would fail every run. */
export function refineModels(variables: Models, context: z.RefinementCtx): void {
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  for (const name of classes) {
    const choice = variables[name];
    if (choice === undefined) {
      for (const part of ['API_KEY', 'BASE_URL', 'HEADERS', 'CONTEXT_TOKENS'] as const) {
        if (variables[`${name}_${part}`] !== undefined) {
          refuse(`${name}_${part}`, `needs ${name}, which is not set`);
        }
      }
    } else {
      const [own, shared] = [ownAccount(name, variables), {}];
      for (const need of needsOf(name, choice, own, variables)) refuse(name, need);
      for (const other of choice.others ?? []) {
        for (const need of needsOf(undefined, other, shared, variables)) refuse(name, need);
      }
    }
  }
}

/** Account settings that the first model of a class can have of its own. */
interface OwnAccount {
  ownKey?: string | undefined;
  ownUrl?: string | undefined;
}

function ownAccount(name: ClassVariable, variables: Models): OwnAccount {
  return { ownKey: variables[`${name}_API_KEY`], ownUrl: variables[`${name}_BASE_URL`] };
}

/**
 * The settings that a model of a class lacks. A key is sent only to the address that it was given for
 * (adapters/model/account.ts).
 * @param name the class whose own account the model may have
 */
function needsOf(
  name: ClassVariable | undefined,
  { provider }: ModelChoice,
  { ownKey, ownUrl }: OwnAccount,
  variables: Models,
): string[] {
  const or = (part: 'API_KEY' | 'BASE_URL') => (name === undefined ? '' : ` or ${name}_${part}`);
  if (provider === 'openai-compatible') {
    return lacks([ownUrl, variables.OPENAI_BASE_URL], `OPENAI_BASE_URL${or('BASE_URL')}`);
  }
  if (provider === 'bedrock') {
    const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secretKey } = variables;
    const signs = id !== undefined && secretKey !== undefined;
    const token = ownUrl === undefined ? variables.AWS_BEARER_TOKEN_BEDROCK : undefined;
    const keys =
      name === undefined
        ? 'AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY, or AWS_BEARER_TOKEN_BEDROCK'
        : `AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY, AWS_BEARER_TOKEN_BEDROCK or ${name}_API_KEY`;
    return [
      ...lacks([variables.AWS_REGION], 'AWS_REGION'),
      ...lacks([ownKey, token, signs ? id : undefined], keys),
    ];
  }
  const keys = {
    anthropic: 'ANTHROPIC_API_KEY',
    openai: 'OPENAI_API_KEY',
    google: 'GOOGLE_API_KEY',
    mistral: 'MISTRAL_API_KEY',
  } as const;
  return ownUrl === undefined
    ? lacks([ownKey, variables[keys[provider]]], `${keys[provider]}${or('API_KEY')}`)
    : lacks([ownKey], `${name}_API_KEY for ${name}_BASE_URL`);
}

function lacks(values: (string | undefined)[], what: string): string[] {
  return values.every((value) => value === undefined) ? [`needs ${what}, which is not set`] : [];
}
