import type { AuditEntry } from './audit.ts';
import { parseJson } from './json.ts';
import { isSameActor } from './same-actor.ts';
import { PublicJwk } from './signing-key.ts';
import { challengeIn, signatureFault, thumbprintOf } from './verify-signature.ts';

interface EnrolledKey {
  thumbprint: string;
  publicKey: PublicJwk;
  /** Undefined if the name was erased. */
  owner: string | undefined;
}

/**
 * Verifies the signed decisions of an audit log entry by entry, from the first one: each has the signature of a key that an
 * earlier entry has enrolled for its actor.
 */
export class PasskeyVerifier {
  readonly #enrolled = new Map<string, EnrolledKey>();

  /**
   * @param entry the next one of the log
   * @returns why its decision is not verified; undefined if it is, or if it is not signed
   */
  async add(entry: AuditEntry): Promise<string | undefined> {
    if (entry.type === 'passkey.enrolled') await this.#enrol(entry);
    return isSigned(entry) ? await this.#faultOf(entry) : undefined;
  }

  async #enrol({ target, details = {}, actor, subject_ref }: AuditEntry): Promise<void> {
    const publicKey = PublicJwk.safeParse(parseJson(textOf(details['public_key']))).data;
    if (publicKey === undefined) return;
    const thumbprint = await thumbprintOf(publicKey);
    if (thumbprint !== details['thumbprint']) return;
    this.#enrolled.set(target.id, { thumbprint, publicKey, owner: subject_ref ?? actor });
  }

  async #faultOf({ details = {}, actor }: AuditEntry): Promise<string | undefined> {
    const key = this.#enrolled.get(textOf(details['passkey_id']));
    if (key === undefined || key.thumbprint !== details['thumbprint'])
      return 'no earlier entry has enrolled its key';
    if (actor !== undefined && key.owner !== undefined && !isSameActor(actor, key.owner))
      return 'its key was enrolled for another actor';
    const response = {
      authenticatorData: textOf(details['authenticator_data']),
      clientDataJSON: textOf(details['client_data']),
      signature: textOf(details['signature']),
    };
    const challenge = challengeIn(response) ?? '';
    const fault = await signatureFault({ response }, key.publicKey, challenge);
    return fault === undefined ? undefined : `its signature does not verify (${fault})`;
  }
}

/** Whether an entry is of a signed decision. */
export function isSigned({ type, details }: Pick<AuditEntry, 'type' | 'details'>): boolean {
  return type === 'call.decided' && details?.['via'] === 'passkey';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
