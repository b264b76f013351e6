import type { Encrypted } from '../documents/encrypted.ts';
import type { Keyring, Place } from '../credentials/encryption.ts';

/** The JSON that the authorization server's library stores. */
export type Payload = Record<string, unknown>;

/** Encrypts a payload, because it contains values that are credentials. */
export function sealPayload(keyring: Keyring, place: Place, payload: Payload): Encrypted {
  return keyring.encrypt(place, JSON.stringify(payload));
}

/** @throws {DecryptionError} */
export function readPayload(keyring: Keyring, place: Place, payload: Encrypted): Payload {
  return JSON.parse(keyring.decrypt(place, payload)) as Payload;
}
