import type { ModelFailureCode } from '#contract/model-failure.ts';

/** Results of asking a provider, in words that follow its name. */
const providerWords: Record<ModelFailureCode, string> = {
  unauthorized: 'did not accept the API key',
  not_found: 'does not have this model',
  quota: 'said that its account has no funds or quota left',
  prompt_too_long: 'found the conversation too long',
  refused: 'refused the request for its content',
  rejected: 'rejected the request',
  rate_limited: 'limited the number of requests',
  overloaded: 'was overloaded',
  timeout: 'did not answer in time',
  unreachable: 'could not be reached',
  broken_stream: 'stopped in the middle of its answer',
  empty_reply: 'gave an empty answer',
};

/** Results of asking a host, likewise. */
const hostWords: Record<string, string> = {
  host_error: 'answered with an error',
  rpc_error: 'answered with an error',
  input_required: 'asked for input that an agent cannot give',
  redirect: 'answered with a redirect, which is not followed',
  timeout: 'did not answer in time',
  outcome_unknown: 'was called, and the outcome is unknown',
  reset: 'closed the connection',
  refused: 'refused the connection',
  unreachable: 'could not be reached',
  blocked_address: 'is at an address that must not be called',
  too_large: 'gave an answer that is too large',
  invalid_response: 'gave an answer that cannot be read',
};

/** How a try failed, as a sentence without its end. */
export function failureWords(who: 'provider' | 'host', name: string, code: string): string {
  const words: Partial<Record<string, string>> = who === 'provider' ? providerWords : hostWords;
  return `${name} ${words[code] ?? 'failed'}`;
}
