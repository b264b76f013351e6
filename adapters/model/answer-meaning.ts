import type { ModelFailureCode } from '#contract/model-failure.ts';
import type { ProviderAnswer } from './provider-answer.ts';

/** The meaning of an answer, and whether the same request may succeed later. */
export interface AnswerMeaning {
  code: ModelFailureCode;
  retryable: boolean;
}

/** One way in which providers tell what is wrong: by the names of an error, or by words of its sentence. */
interface Sign {
  code: ModelFailureCode;
  /** In lower case. */
  names: readonly string[];
  /** In lower case. They are looked for only if the request was not accepted: a fault of the provider may say anything. */
  words: readonly string[];
  /** The names say nothing if the status says more: some servers name every error so. */
  unlessStatus?: true;
}

/**
 * In the order in which they are tried. What names nothing, such as `invalid_request_error`, is left to the status. Some words
 * are missing on purpose: Google says "You exceeded your current quota" of a limit per minute, and Amazon "Too many tokens".
 */
const signs: readonly Sign[] = [
  {
    code: 'quota',
    names: [
      'insufficient_quota',
      'billing_error',
      'billing_hard_limit_reached',
      'billing_not_active',
      'insufficient_balance',
      'insufficient_credits',
      'exceeded_current_quota_error',
      'servicequotaexceededexception',
    ],
    words: [
      'credit balance is too low',
      'insufficient balance',
      'insufficient credits',
      'insufficient funds',
      'requires more credits',
      'billing hard limit',
      'specified api usage limits',
      'out of credits',
    ],
  },
  {
    code: 'prompt_too_long',
    names: [
      'context_length_exceeded',
      'context_window_exceeded',
      'request_too_large',
      'string_above_max_length',
      'exceed_context_size_error',
      'prompt_too_long',
      'max_tokens_exceeded',
    ],
    words: [
      'prompt is too long',
      'input is too long',
      'maximum context length',
      'maximum prompt length',
      'context length exceeded',
      'context window',
      'exceeds the available context size',
      'exceeds the maximum number of tokens',
      'exceed context limit',
      'too large for model',
      'request too large for',
      'reduce the length',
    ],
  },
  {
    code: 'refused',
    names: [
      'content_filter',
      'content_policy_violation',
      'responsibleaipolicyviolation',
      'invalid_prompt',
      'moderation_blocked',
      'content_moderation',
      'safety',
      'prohibited_content',
      'data_inspection_failed',
      'bio_policy',
      'cyber_policy',
    ],
    words: [
      'content management policy',
      'content policy',
      'content filtering policy',
      'usage policy',
      'flagged as potentially violating',
      'requires moderation',
      'inappropriate content',
      'content exists risk',
    ],
  },
  {
    code: 'unauthorized',
    names: [
      'invalid_api_key',
      'authentication_error',
      'account_deactivated',
      'access_terminated',
      'api_key_invalid',
      'unauthenticated',
      'permission_denied',
      'accessdeniedexception',
      'unrecognizedclientexception',
      'expiredtokenexception',
      'unsupported_country_region_territory',
    ],
    words: [
      'api key not valid',
      'incorrect api key',
      'invalid api key',
      'api key expired',
      'invalid x-api-key',
      'invalid authentication',
    ],
  },
  {
    code: 'not_found',
    names: [
      'model_not_found',
      'not_found_error',
      'notfounderror',
      'deploymentnotfound',
      'invalid_model',
      'model_not_available',
      'model_decommissioned',
      'resourcenotfoundexception',
    ],
    words: [
      'model not exist',
      'not a valid model',
      'invalid model',
      'unknown model',
      'model not found',
      'no endpoints found',
      'model identifier is invalid',
    ],
  },
  {
    code: 'overloaded',
    names: [
      'overloaded_error',
      'engine_overloaded_error',
      'server_is_overloaded',
      'slow_down',
      'modelnotreadyexception',
      'unavailable_error',
    ],
    words: [],
  },
  {
    code: 'rate_limited',
    names: ['rate_limit_error', 'rate_limit_exceeded', 'throttlingexception', 'resource_exhausted'],
    words: [],
  },
  { code: 'timeout', names: ['timeout_error', 'modeltimeoutexception', 'deadline_exceeded'], words: [] },
  {
    code: 'overloaded',
    names: ['api_error', 'server_error', 'internal_server_error', 'internalserverexception'],
    words: [],
    unlessStatus: true,
  },
];

const later = new Set<ModelFailureCode>([
  'rate_limited',
  'overloaded',
  'timeout',
  'unreachable',
  'broken_stream',
  'empty_reply',
]);

/** Whether the same request may succeed after a failure of this kind. */
export function mayWorkLater(code: ModelFailureCode): boolean {
  return later.has(code);
}

/**
 * The meaning of a provider's answer: by its error name, then by its words, then by its status. The name counts with
 * any status, because providers differ: an account without funds is 400, 402, 403 or 429.
 * @returns undefined if it is unknown: the status is missing or a success
 */
export function meaningOf(answer: ProviderAnswer): AnswerMeaning | undefined {
  const code = signOf(answer) ?? byStatus(answer.status);
  return code === undefined ? undefined : { code, retryable: mayWorkLater(code) };
}

function signOf({ status, names, sentence }: ProviderAnswer): ModelFailureCode | undefined {
  // An overloaded gateway shows it by its status, whatever the model behind it has answered.
  const isFault = status !== undefined && status >= 500;
  const known = new Set(names.map((name) => name.toLowerCase()));
  const words = sentence.toLowerCase();
  for (const { code, names: all, words: phrases, unlessStatus } of signs) {
    if (isFault && !mayWorkLater(code)) continue;
    if (unlessStatus === true && byStatus(status) !== undefined) continue;
    if (all.some((name) => known.has(name))) return code;
    if (!isFault && phrases.some((phrase) => words.includes(phrase))) return code;
  }
  return undefined;
}

function byStatus(status: number | undefined): ModelFailureCode | undefined {
  if (status === undefined || status < 300) return undefined;
  switch (status) {
    case 401:
    case 403:
      return 'unauthorized';
    case 402:
      return 'quota';
    case 404:
    case 410:
      return 'not_found';
    case 408:
    case 504:
      return 'timeout';
    case 413:
      return 'prompt_too_long';
    case 429:
      return 'rate_limited';
    default:
      return status >= 500 ? 'overloaded' : 'rejected';
  }
}
