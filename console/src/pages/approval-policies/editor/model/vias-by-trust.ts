import type { Via } from '#contract/credential.ts';

/** The ways in which actors are known, the ones that somebody vouches for first. */
export const viasByTrust: readonly Via[] = ['passkey', 'console', 'token', 'api_key'];
