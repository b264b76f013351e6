import type { DecisionStatement } from '#contract/decision-statement.ts';
import { ServiceError } from '#contract/errors.ts';
import { isSameActor } from '#contract/same-actor.ts';

/** A challenge that was given for a decision. */
interface Challenge<Use> {
  actor: string;
  statement: DecisionStatement;
  expires_at: Date;
  used?: Use;
}

/** A signed request. */
export interface SignedRequest {
  /** The person whom the request names. Undefined: nobody. */
  actor: string | undefined;
  decision: DecisionStatement['decision'];
  digests: readonly string[];
  /** Hash of all that it asks for, signature included: the same for a repetition. */
  request: string;
}

/**
 * Whether a signed request may use a challenge (passkey.challenge).
 * @returns the use by the same request before; undefined if nobody has used it
 * @throws {ServiceError} `invalid_challenge`
 */
export function challengeFor<Use extends { request: string }>(
  challenge: Challenge<Use> | null,
  { actor, decision, digests, request }: SignedRequest,
  now: Date,
): Use | undefined {
  if (challenge === null) throw invalidChallenge('is unknown');
  const { statement, used, expires_at } = challenge;
  if (actor !== undefined && !isSameActor(actor, challenge.actor))
    throw invalidChallenge('is another actor’s');
  if (statement.decision !== decision) throw invalidChallenge('is for another decision');
  const asked = sortedDigests(digests);
  const isForThese =
    asked.length === statement.digests.length &&
    asked.every((digest, at) => digest === statement.digests[at]);
  if (!isForThese) throw invalidChallenge('is for other items');
  if (used !== undefined) {
    if (used.request === request) return used;
    throw invalidChallenge('is used');
  }
  if (expires_at <= now) throw invalidChallenge('has expired');
  return undefined;
}

/** The digests of a statement: in one order, whatever the order of the items. */
export function sortedDigests(digests: readonly string[]): string[] {
  return digests.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
}

export function invalidChallenge(why: string): ServiceError {
  return new ServiceError('invalid_challenge', `The challenge ${why}: ask for another one.`);
}

export function invalidAssertion(why: string): ServiceError {
  return new ServiceError('invalid_assertion', `The response of the passkey does not verify: ${why}.`);
}
