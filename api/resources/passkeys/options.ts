import { challengeSeconds, passkeyAlgorithms, PasskeyCreationOptions } from '#contract/passkey.ts';
import { actorKey } from '#contract/same-actor.ts';
import { challengeExpiry, insertChallenge, newChallengeId } from '#store/passkeys/challenges.ts';
import { passkeysOf } from '#store/passkeys/passkeys.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { descriptorOf } from './descriptor.ts';
import { enrollingPerson } from './enrolling-person.ts';
import { type PasskeyServices, relyingPartyFor } from './relying-party.ts';

export const createPasskeyOptions = endpoint({
  operation: 'createPasskeyOptions',
  summary: 'Begin to enrol a passkey: options for the browser, with a challenge for five minutes',
  method: 'post',
  path: '/v1/passkeys/options',
  access: 'subject-or-workspace',
  noun: 'passkey',
  role: ['maker', 'approver'],
  status: 200,
  data: PasskeyCreationOptions,
  errors: ['passkeys_unavailable'],
  async handle(services: PasskeyServices, { caller }) {
    const { db } = services;
    const { workspace_id } = caller;
    const { actor } = enrollingPerson(caller);
    const [{ rp_id }, passkeys, blindName] = await Promise.all([
      relyingPartyFor(services, caller),
      passkeysOf(db, workspace_id, actor),
      db.blindIndex.of(workspace_id),
    ]);
    const challenge = newChallengeId();
    const expires_at = challengeExpiry();
    await insertChallenge(db, { _id: challenge, kind: 'enrolment', workspace_id, actor, rp_id, expires_at });
    return {
      data: {
        rp: { id: rp_id, name: rp_id },
        // Authenticators store it: it says nothing about the person.
        user: { id: blindName('passkey user', [actorKey(actor)]), name: actor, displayName: actor },
        challenge,
        pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key' as const, alg })),
        timeout: challengeSeconds * 1000,
        excludeCredentials: passkeys.map(descriptorOf),
        authenticatorSelection: { residentKey: 'preferred' as const, userVerification: 'required' as const },
        attestation: 'none' as const,
      },
    };
  },
});
