/** Does not use zod, because workflow code imports it. */

/** Failures of one request to a provider. */
export const modelFailureCodes = [
  /** It does not accept the key, or what the key is used for. */
  'unauthorized',
  /** It does not have the model, or not for this key. */
  'not_found',
  /** The account has no funds, or has used up what it may use. */
  'quota',
  /** The conversation is longer than the model can take. */
  'prompt_too_long',
  /** It does not take the request for its content. A model that declines in its reply is no failure. */
  'refused',
  /** Another request that it does not take. */
  'rejected',
  'rate_limited',
  'overloaded',
  /** It was silent for too long, or took too long. */
  'timeout',
  'unreachable',
  /** Its answer broke off or could not be read. */
  'broken_stream',
  /** The reply had neither words nor calls. */
  'empty_reply',
] as const;
export type ModelFailureCode = (typeof modelFailureCodes)[number];
