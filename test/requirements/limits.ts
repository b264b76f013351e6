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
    id: 'rate-limit.subject-share',
    behaviour:
      'A subject under session and MCP tokens has half of what the others leave of its workspace’s allowance, over all processes, and its headers say so. API keys have all of it.',
  },
  {
    id: 'rate-limit.address-first',
    behaviour:
      'For an address that has used up its allowance, no credential is looked up unless the process has seen it to be good.',
  },
  {
    id: 'rate-limit.pages',
    behaviour: '/readyz, /openapi.json and /docs are limited by address.',
  },
  {
    id: 'rate-limit.forwarded-for',
    behaviour: 'X-Forwarded-For counts only as far as TRUSTED_PROXIES says, from the nearest proxy on.',
  },
  {
    id: 'rate-limit.store-away',
    behaviour:
      'Where the store fails for a workspace, each process counts that workspace by itself; others are not affected, and a slow process is no failure.',
  },
  {
    id: 'rate-limit.held-open',
    behaviour:
      'A subject, a workspace and an address may each have so many streams and waits open in a process; one more is 429 rate_limited with Retry-After.',
  },
  {
    id: 'server.silent-connections',
    behaviour:
      'A connection on which nothing is sent is closed, and so is one beyond the limit of connections.',
  },
  {
    id: 'rate-limit.across-processes',
    behaviour: 'The allowance holds over any number of API processes.',
  },
] as const satisfies readonly Requirement[];
