import { HeddleError } from './errors.ts';
import type { HeddleOptions } from './options.ts';

/** Options with everything that a request needs. */
export type CheckedOptions = HeddleOptions & { apiKey: NonNullable<HeddleOptions['apiKey']> };

/** The environment of the process. Browsers have none. */
const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };

/**
 * Checks options where they are given, so that a variable that is not set is no failed connection later.
 * @throws {HeddleError} that names the option
 */
export function checkOptions(options: HeddleOptions): CheckedOptions {
  const { baseUrl, apiKey = process?.env?.['HEDDLE_API_KEY'], timeoutMs, maxRetries } = options;
  checkBaseUrl(baseUrl);
  checkApiKey(apiKey);
  if (timeoutMs !== undefined && !(timeoutMs > 0))
    throw new HeddleError('timeoutMs must be a number of milliseconds above 0');
  if (maxRetries !== undefined && !(Number.isInteger(maxRetries) && maxRetries >= 0))
    throw new HeddleError('maxRetries must be a whole number, 0 or more');
  return { ...options, apiKey };
}

function checkBaseUrl(baseUrl: unknown): void {
  if (typeof baseUrl !== 'string' || baseUrl === '')
    throw new HeddleError('baseUrl is missing: the address of the service, such as https://heddle.example');
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new HeddleError(
      `baseUrl must be an address with http:// or https://, not ${JSON.stringify(baseUrl)}`,
    );
  if (/\/v1\/*$/.test(baseUrl))
    throw new HeddleError('baseUrl must not end with /v1: the client adds it to each path');
}

function checkApiKey(apiKey: unknown): asserts apiKey is CheckedOptions['apiKey'] {
  if (typeof apiKey === 'function') return;
  if (typeof apiKey !== 'string' || apiKey === '')
    throw new HeddleError('apiKey is missing: give it as an option, or set HEDDLE_API_KEY');
  // It would end a header. The message must not contain it.
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new HeddleError('apiKey must be an API key or a session token, without spaces or line breaks');
}
