import { verifyAssertion, verifyRegistration } from '#adapters/webauthn/verify.ts';
import { defined } from '#contract/defined.ts';
import { NewPasskey, Passkey } from '#contract/passkey.ts';
import { actorKey, isSameActor } from '#contract/same-actor.ts';
import { challengeIn, thumbprintOf } from '#contract/verify-signature.ts';
import { invalidAssertion, invalidChallenge } from '#engine/rules/passkeys/challenge.ts';
import type { EnrolmentChallengeDocument, PasskeyDocument } from '#store/documents/passkey.ts';
import { findEnrolmentChallenge, useEnrolmentChallenge } from '#store/passkeys/challenges.ts';
import {
  enrolPasskey as enrol,
  findPasskey,
  findPasskeyOfCredential,
  type Signer,
  toPasskey,
} from '#store/passkeys/passkeys.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';
import { enrollingPerson } from './enrolling-person.ts';
import { originsFor, type PasskeyServices } from './relying-party.ts';

export const enrolPasskey = endpoint({
  operation: 'enrolPasskey',
  summary: 'Enrol a passkey; a later one needs the signature of an earlier one, or another actor',
  method: 'post',
  path: '/v1/passkeys',
  access: 'subject-or-workspace',
  noun: 'passkey',
  role: ['maker', 'approver'],
  body: NewPasskey,
  status: 201,
  proposes: true,
  data: Passkey,
  errors: ['invalid_assertion', 'invalid_challenge'],
  async handle(services: PasskeyServices, call) {
    const { db } = services;
    const { caller, body, resource } = call;
    const person = enrollingPerson(caller);
    const made = resource.mayExist ? await findPasskey(db, caller.workspace_id, resource.id) : null;
    if (made !== null) return { data: toPasskey(made) };
    const challenge = await answered(services, body, { ...person, workspace_id: caller.workspace_id });
    const origins = await originsFor(services, caller.workspace_id, challenge.rp_id);
    const { credential, assertion, name } = body;
    const { _id, rp_id } = challenge;
    const key = await verifyRegistration(credential, { challenge: _id, origins, rpId: rp_id });
    if (key === undefined) throw invalidAssertion('origin, relying party, user verification or key');
    const signer = assertion && (await signerOf(services, assertion, challenge));
    if (!(await useEnrolmentChallenge(db, challenge, resource.id))) throw invalidChallenge('is used');
    const passkey: PasskeyDocument = {
      _id: resource.id,
      workspace_id: caller.workspace_id,
      actor: person.actor,
      actor_key: actorKey(person.actor),
      name,
      ...key,
      thumbprint: await thumbprintOf(key.public_jwk),
      rp_id,
      enrolled_via: signer === undefined ? person.via : 'passkey',
      created_at: new Date(),
      ...defined({ transports: credential.response.transports }),
    };
    const { actor, thumbprint } = passkey;
    return await orPropose(
      db,
      call,
      () => ({
        operation: 'enrolPasskey',
        target: passkey._id,
        body: { actor, name, thumbprint, rp_id },
        sealed: { passkey },
      }),
      async () => {
        await enrol(db, caller, passkey, signer);
        return { data: toPasskey(passkey) };
      },
    );
  },
});

/**
 * The challenge that a new credential answers.
 * @throws {ServiceError} `invalid_assertion` if it names none, `invalid_challenge`
 */
async function answered(
  { db }: PasskeyServices,
  { credential, assertion }: NewPasskey,
  { workspace_id, actor }: { workspace_id: string; actor: string },
): Promise<EnrolmentChallengeDocument> {
  const id = challengeIn(credential.response);
  if (id === undefined) throw invalidAssertion('it names no challenge');
  const challenge = await findEnrolmentChallenge(db, workspace_id, id);
  if (challenge === null) throw invalidChallenge('is unknown');
  if (!isSameActor(challenge.actor, actor)) throw invalidChallenge('is another actor’s');
  if (challenge.expires_at <= new Date()) throw invalidChallenge('has expired');
  const { challenge_id = id } = assertion ?? {};
  if (challenge_id !== id) throw invalidChallenge('is not that of the new passkey');
  return challenge;
}

/**
 * The passkey that agrees to a later one: it has answered the same challenge.
 * @throws {ServiceError} `invalid_assertion`
 */
async function signerOf(
  services: PasskeyServices,
  { credential }: NonNullable<NewPasskey['assertion']>,
  { _id, workspace_id, actor }: EnrolmentChallengeDocument,
): Promise<Signer> {
  const passkey = await findPasskeyOfCredential(services.db, workspace_id, credential.id);
  const isOwn = passkey !== null && passkey.revoked_at === undefined && isSameActor(passkey.actor, actor);
  if (!isOwn) throw invalidAssertion('it is of no passkey of the actor');
  const origins = await originsFor(services, workspace_id, passkey.rp_id);
  const counter = await verifyAssertion(credential, passkey, {
    challenge: _id,
    origins,
    rpId: passkey.rp_id,
  });
  if (counter === undefined) throw invalidAssertion('signature, origin, relying party or counter');
  return { passkey, counter };
}
