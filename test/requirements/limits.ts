import type { Requirement } from './requirement.ts';

/** Rate allowance and its headers. */
export const limits = [
  {
    id: 'rate-limit.shared-by-keys',
    behaviour: 'All API keys of a workspace share one allowance, and other workspaces have their own.',
  },
  {
    id: 'rate-limit.headers',
    behaviour:
      'Every response under /v1 carries RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset (seconds to the reset).',
  },
  {
    id: 'rate-limit.ietf-headers',
    behaviour: 'Every response under /v1 also carries the IETF pair RateLimit-Policy and RateLimit.',
  },
  {
    id: 'rate-limit.exhausted',
    behaviour: 'A request over the allowance is 429 rate_limited with Retry-After.',
  },
  {
    id: 'rate-limit.default',
    behaviour: 'A workspace without a rate of its own has RATE_LIMIT_PER_MINUTE, 600 by default.',
  },
  {
    id: 'rate-limit.workspace-rate',
    behaviour: 'A rate set by the admin command is the allowance of that workspace.',
  },
  {
    id: 'rate-limit.across-processes',
    behaviour: 'The allowance holds over any number of API processes.',
  },
] as const satisfies readonly Requirement[];
