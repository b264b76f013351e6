import { APICallError, StreamProviderError } from 'ai';

import { parseJson } from '#contract/json.ts';

/** A provider's response to a request that it did not fulfil. */
export interface ProviderAnswer {
  /** HTTP status, or what an error within a stream stands for; absent if the provider did not say. */
  status?: number | undefined;
  /** The machine-readable names of the error, such as `insufficient_quota`, as they came. */
  names: string[];
  /** The error in the provider's own words, which may quote the prompt or the key. Empty if there are none. */
  sentence: string;
}

/** More of an answer is not looked at. Errors are short, and a page of HTML says nothing. */
export const readCharacters = 4000;

/**
 * Reads an error of the AI SDK: of a response that is not successful, or of a frame within a stream.
 * @returns undefined for an error that no provider has sent
 */
export function providerAnswer(error: unknown): ProviderAnswer | undefined {
  if (StreamProviderError.isInstance(error)) {
    const { statusCode: status, type, code, message, data } = error;
    const read = readBody(data);
    return {
      status,
      names: [...new Set([...tokens([type, code]), ...read.names])],
      sentence: message.slice(0, readCharacters) || read.sentence,
    };
  }
  if (!APICallError.isInstance(error)) return undefined;
  const { statusCode: status, data, responseBody = '' } = error;
  const body = responseBody.slice(0, 16 * readCharacters);
  return { status, ...readBody(data ?? parseJson(body) ?? body) };
}

/**
 * Reads the body of an error in the shapes that providers use: `{error: {type, code, message}}` of Anthropic and OpenAI,
 * `{error: "…"}`, `{detail}` and `{message, code}` of others, a list with one of them of Google, and text.
 */
export function readBody(body: unknown): Pick<ProviderAnswer, 'names' | 'sentence'> {
  const value: unknown = Array.isArray(body) ? body[0] : body;
  if (typeof value === 'string') return { names: [], sentence: value.slice(0, readCharacters) };
  const inner =
    field(value, 'error') ?? field(field(value, 'response'), 'error') ?? field(value, 'detail') ?? value;
  const error: unknown = Array.isArray(inner) ? inner[0] : inner;
  const details = field(error, 'innererror') ?? field(error, 'metadata');
  const names = tokens([
    field(error, 'type'),
    field(error, 'code'),
    field(error, 'status'),
    field(details, 'code'),
    field(details, 'error_type'),
    // Some put the name beside the sentence.
    ...(typeof error === 'string' ? [field(value, 'code'), field(value, 'type')] : []),
  ]);
  const texts = [
    error,
    field(error, 'message'),
    field(error, 'msg'),
    field(value, 'message'),
    field(details, 'raw'),
  ];
  const sentence = texts.find((text): text is string => typeof text === 'string' && text !== '') ?? '';
  return { names: [...new Set(names)], sentence: sentence.slice(0, readCharacters) };
}

function tokens(values: unknown[]): string[] {
  return values.map(token).filter((value) => value !== undefined);
}

/** Returns only what looks like an identifier, so that no sentence of the provider's gets through. */
export function token(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[\w.:-]{1,64}$/.test(text) ? text : undefined;
}

export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
