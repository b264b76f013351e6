import type { ActorVia } from '#contract/gate.ts';

/** The ways in which actors are known, the ones that somebody vouches for first. */
export const actorVias: readonly ActorVia[] = ['console', 'token', 'api_key'];
