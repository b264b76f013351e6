import { ApprovalChallenge, NewApprovalChallenge } from '#contract/approval-challenge.ts';
import { ServiceError } from '#contract/errors.ts';
import { challengeSeconds } from '#contract/passkey.ts';
import { statementText } from '#contract/decision-statement.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { challengeOf } from '#contract/verify-signature.ts';
import { sortedDigests } from '#engine/rules/passkeys/challenge.ts';
import type { PasskeyDocument } from '#store/documents/passkey.ts';
import { challengeExpiry, insertChallenge, newChallengeId } from '#store/passkeys/challenges.ts';
import { passkeysOf } from '#store/passkeys/passkeys.ts';
import { actorOf } from '../../http/authentication/caller.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { descriptorOf } from '../passkeys/descriptor.ts';
import { type PasskeyServices, relyingPartyFor } from '../passkeys/relying-party.ts';

export const createApprovalChallenge = endpoint({
  operation: 'createApprovalChallenge',
  summary:
    'Get what a passkey of the actor has to sign for a decision on held writes. They are not judged yet',
  method: 'post',
  path: '/v1/loom/approvals/challenge',
  access: 'subject-or-workspace',
  noun: 'challenge',
  role: 'approver',
  scope: 'decide',
  body: NewApprovalChallenge,
  status: 200,
  data: ApprovalChallenge,
  errors: ['actor_required', 'no_passkey', 'passkeys_unavailable'],
  async handle(services: PasskeyServices, { caller, body: { decision, items } }) {
    const { db } = services;
    const { workspace_id } = caller;
    const actor = actorOf(caller);
    if (actor === '') {
      throw new ServiceError('actor_required', 'A decision needs a person: name them in Service-Actor.');
    }
    const passkeys = await passkeysOf(db, workspace_id, actor);
    if (passkeys.length === 0)
      throw new ServiceError('no_passkey', 'The actor has no passkey: enrol one first.');
    const { rp_id, usable } = await usableFor(services, caller, passkeys);
    const challenge_id = newChallengeId();
    const expires = challengeExpiry();
    const expires_at = toTimestamp(expires);
    const digests = sortedDigests(items.map(({ digest }) => digest));
    const statement = { challenge_id, workspace_id, actor, decision, digests, expires_at };
    await insertChallenge(db, {
      _id: challenge_id,
      kind: 'decision',
      workspace_id,
      actor,
      rp_id,
      expires_at: expires,
      statement,
    });
    return {
      data: {
        challenge_id,
        statement,
        options: {
          challenge: await challengeOf(statementText(statement)),
          rpId: rp_id,
          allowCredentials: usable.map(descriptorOf),
          userVerification: 'required' as const,
          timeout: challengeSeconds * 1000,
        },
        expires_at,
      },
    };
  },
});

/**
 * The passkeys that the page can ask for: those of its relying party or, if the actor has none of it, of the one for which the
 * newest was made before the settings changed.
 */
async function usableFor(
  services: PasskeyServices,
  caller: Parameters<typeof relyingPartyFor>[1],
  passkeys: readonly PasskeyDocument[],
): Promise<{ rp_id: string; usable: PasskeyDocument[] }> {
  const { rp_id: current } = await relyingPartyFor(services, caller);
  const rp_id = passkeys.some((passkey) => passkey.rp_id === current)
    ? current
    : (passkeys[0]?.rp_id ?? current);
  return { rp_id, usable: passkeys.filter((passkey) => passkey.rp_id === rp_id) };
}
