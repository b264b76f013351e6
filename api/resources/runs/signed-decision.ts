import { hash } from 'node:crypto';
import { verifyAssertion } from '#adapters/webauthn/verify.ts';
import { canonicalJson } from '#contract/canonical-json.ts';
import type { RequestVia } from '#contract/credential.ts';
import { statementText } from '#contract/decision-statement.ts';
import { invalidFields } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Assertion, AssertionCredential, PasskeySignature } from '#contract/passkey.ts';
import { isSameActor } from '#contract/same-actor.ts';
import { challengeOf } from '#contract/verify-signature.ts';
import { challengeFor, invalidAssertion, invalidChallenge } from '#engine/rules/passkeys/challenge.ts';
import type { DecisionChallengeDocument, PasskeyDocument, UsedChallenge } from '#store/documents/passkey.ts';
import type { Database } from '#store/mongo/database.ts';
import { findDecisionChallenge, useDecisionChallenge } from '#store/passkeys/challenges.ts';
import { findPasskeyOfCredential, noteSignature } from '#store/passkeys/passkeys.ts';
import { type Caller, viaOf } from '../../http/authentication/caller.ts';
import { originsFor, type PasskeyServices } from '../passkeys/relying-party.ts';

/** A held call in a request to decide. */
export interface DecidedItem {
  run_id: string;
  tool_call_id: string;
  digest?: string | undefined;
}

/** A request to decide that carries the signature of a passkey. */
export interface SignedRequest {
  decision: 'approve' | 'reject';
  items: readonly DecidedItem[];
  detail?: JsonObject | undefined;
  assertion: Assertion;
  /** Where the digest of an item is in the body, for the error if it is missing. */
  digestPath: (index: number) => string;
}

/** The person who has signed a decision, as the decision on each item records them. */
export interface SignedBy {
  /** The owner of the passkey. */
  actor: string;
  via: 'passkey';
  request_via: RequestVia;
  signature: PasskeySignature;
}

/**
 * Verifies the signature of a decision on one or many held calls, and uses its challenge up. The same request again continues
 * under the id of the first: whatever became of it, no item is decided twice.
 * @param decision_id of this request, if it is the first
 * @throws {ServiceError} `invalid_request` for an item without its digest, `invalid_challenge`, `invalid_assertion`: nothing is
 *   decided then
 */
export async function signedDecision(
  services: PasskeyServices,
  caller: Caller,
  asked: SignedRequest,
  decision_id: string,
): Promise<{ person: SignedBy; decision_id: string }> {
  const { db } = services;
  const { workspace_id } = caller;
  const { decision, assertion } = asked;
  const digests = digestsOf(asked);
  const { challenge_id, credential } = assertion;
  const [challenge, passkey] = await Promise.all([
    findDecisionChallenge(db, workspace_id, challenge_id),
    findPasskeyOfCredential(db, workspace_id, credential.id),
  ]);
  const request = fingerprintOf(asked);
  const actor = namedActor(caller);
  const use = () => challengeFor(challenge, { actor, decision, digests, request }, new Date());
  const before = use();
  if (challenge === null) throw invalidChallenge('is unknown');
  if (passkey === null || !isSameActor(passkey.actor, challenge.actor)) {
    throw invalidAssertion('it is of no passkey of the actor');
  }
  const used =
    before ?? (await useUp(services, caller, { challenge, passkey, credential, request, decision_id }));
  return {
    person: {
      actor: passkey.actor,
      via: 'passkey',
      request_via: used.request_via,
      signature: signatureOf(passkey, challenge, credential),
    },
    decision_id: used.decision_id,
  };
}

/** Verifies the response, and uses the challenge up in one transaction with the passkey's counter. */
async function useUp(
  services: PasskeyServices,
  caller: Caller,
  {
    challenge,
    passkey,
    credential,
    request,
    decision_id,
  }: {
    challenge: DecisionChallengeDocument;
    passkey: PasskeyDocument;
    credential: AssertionCredential;
    request: string;
    decision_id: string;
  },
): Promise<UsedChallenge> {
  const { db } = services;
  const { _id, workspace_id, statement } = challenge;
  if (passkey.revoked_at !== undefined) throw invalidAssertion('the passkey was revoked');
  const [origins, expected] = await Promise.all([
    originsFor(services, workspace_id, passkey.rp_id),
    challengeOf(statementText(statement)),
  ]);
  const rpId = passkey.rp_id;
  const counter = await verifyAssertion(credential, passkey, { challenge: expected, origins, rpId });
  if (counter === undefined) {
    // The same request, sent twice at once, has the counter that the other one has stored.
    const same = await usedBySame(db, challenge, request);
    if (same !== undefined) return same;
    throw invalidAssertion('signature, origin, relying party, user verification or counter');
  }
  const used = { request, decision_id, passkey_id: passkey._id, request_via: viaOf(caller) };
  const isFirst = await db.transaction(async (session) => {
    if (!(await useDecisionChallenge(db, session, workspace_id, _id, used))) return false;
    if (await noteSignature(db, session, passkey, counter)) return true;
    throw invalidAssertion('the passkey was revoked, or its counter runs backwards');
  });
  if (isFirst) return used;
  // The same request was sent twice at once, or somebody else was faster.
  const same = await usedBySame(db, challenge, request);
  if (same !== undefined) return same;
  throw invalidChallenge('is used');
}

/** How the same request has used a challenge since it was read. Undefined if it has not. */
async function usedBySame(
  db: Database,
  { _id, workspace_id }: DecisionChallengeDocument,
  request: string,
): Promise<UsedChallenge | undefined> {
  const current = await findDecisionChallenge(db, workspace_id, _id);
  return current?.used?.request === request ? current.used : undefined;
}

function signatureOf(
  { _id, thumbprint, credential_id, enrolled_via, public_jwk }: PasskeyDocument,
  { statement }: DecisionChallengeDocument,
  assertion: AssertionCredential,
): PasskeySignature {
  return {
    passkey_id: _id,
    thumbprint,
    credential_id,
    enrolled_via,
    public_key: public_jwk,
    statement,
    assertion,
  };
}

function digestsOf({ items, digestPath }: SignedRequest): string[] {
  const missing = items.flatMap(({ digest }, index) =>
    digest === undefined
      ? [{ path: digestPath(index), message: 'is needed for a signed decision', code: 'digest_required' }]
      : [],
  );
  if (missing.length > 0) throw invalidFields(missing);
  return items.flatMap(({ digest }) => digest ?? []);
}

/** The person whom the request names: its token or session always, an API key in `Service-Actor`. */
function namedActor({ mode, actor, is_actor_named }: Caller): string | undefined {
  return mode === 'direct' || is_actor_named === true ? actor : undefined;
}

/** The same for the same request: decision, items, detail and the signature itself. */
function fingerprintOf({ decision, items, detail, assertion }: SignedRequest): string {
  const asked = items.map(({ run_id, tool_call_id, digest }) => ({ run_id, tool_call_id, digest }));
  return hash(
    'sha256',
    canonicalJson({ decision, items: asked, detail, credential: assertion.credential }),
    'base64url',
  );
}
