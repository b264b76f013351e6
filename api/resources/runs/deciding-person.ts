import type { RequestVia } from '#contract/credential.ts';
import { actorOf, type Caller, viaOf } from '../../http/authentication/caller.ts';
import type { PasskeyServices } from '../passkeys/relying-party.ts';
import { signedDecision, type SignedBy, type SignedRequest } from './signed-decision.ts';

/** The person who decides, as the decision on each item records them. */
export type DecidingPerson = SignedBy | { actor: string; via: RequestVia };

/** A request to decide, with or without a signature. */
type AskedDecision = Omit<SignedRequest, 'assertion'> & {
  assertion?: SignedRequest['assertion'] | undefined;
};

/**
 * The person who decides on one or many held calls: the owner of the passkey that has signed the decision or, without a signature,
 * the person who makes the request.
 * @param requestId the same for every repetition of the request
 * @returns the person, and the id of the decision: that of the first request with the same signature
 * @throws {ServiceError} those of a signature that does not count: nothing is decided then
 */
export async function decidingPerson(
  services: PasskeyServices,
  caller: Caller,
  { assertion, ...asked }: AskedDecision,
  requestId: string,
): Promise<{ person: DecidingPerson; decision_id: string }> {
  if (assertion !== undefined)
    return await signedDecision(services, caller, { ...asked, assertion }, requestId);
  return { person: { actor: actorOf(caller), via: viaOf(caller) }, decision_id: requestId };
}
