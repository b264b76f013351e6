import type { RequestVia, Via } from '#contract/credential.ts';
import { defined } from '#contract/defined.ts';
import type { PasskeySignature } from '#contract/passkey.ts';

/** How somebody who decides is known. */
export interface Known {
  via: Via;
  /** For a signed decision: how the actor of the request is known. */
  request_via?: RequestVia | undefined;
  /** For a signed decision: the statement that was signed, and the key. */
  signature?: PasskeySignature | undefined;
}

/** The fields of a decision that say how its actor is known. */
export function knownBy({ via, request_via, signature }: Known) {
  return { via, ...defined({ request_via, signature }) };
}

/** Whether one of the ways is accepted in which somebody is known. */
export function isKnownIn(accepted: readonly Via[], { via, request_via }: Known): boolean {
  return accepted.includes(via) || (request_via !== undefined && accepted.includes(request_via));
}

/**
 * Somebody who corrects a call: an actor who has a passkey counts as known by it if a token or the console says who they are
 * (revise.passkey). The correction itself is not signed, so it is no approval where a signature is needed.
 */
export function asReviser({ via, has_passkey }: { via: Via; has_passkey?: boolean | undefined }): Known {
  const isVouchedFor = via === 'token' || via === 'console';
  return isVouchedFor && has_passkey === true ? { via: 'passkey', request_via: via } : { via };
}
