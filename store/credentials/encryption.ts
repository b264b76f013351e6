import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Binary } from 'mongodb';
import type { Encrypted } from '../documents/encrypted.ts';

/** A key of the deployment, named so that keys can be rotated. */
export interface EncryptionKey {
  id: string;
  /** 32 bytes. */
  key: Buffer;
}

/** Where a secret is kept. It can be decrypted there and nowhere else. */
export type Place = readonly [collection: string, documentId: string, field: string];

/** A secret cannot be decrypted: its key is not configured, or what is stored is not what was encrypted here. */
export class DecryptionError extends Error {
  override name = 'DecryptionError';
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts what is secret at rest. Each field of a collection has a key of its own, derived from that of the deployment
 * by HKDF. A ciphertext is also bound to its document: whoever can write to the database still cannot move one to where
 * somebody else's secret belongs.
 */
export class Keyring {
  readonly #first: EncryptionKey;
  readonly #keys: Map<string, Buffer>;
  /** Of the places that were used: there are a few in all. */
  readonly #derived = new Map<string, Buffer>();

  /** @param keys the first encrypts, all decrypt: a new key is put first, and an old one kept while it is in use */
  constructor(keys: EncryptionKey[]) {
    const [first] = keys;
    if (first === undefined) throw new Error('no key to encrypt with');
    this.#first = first;
    this.#keys = new Map(keys.map(({ id, key }) => [id, key]));
  }

  encrypt(place: Place, secret: string | Buffer): Encrypted {
    const { id, key } = this.#first;
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#keyOf(place, id, key), nonce, { authTagLength: tagBytes });
    cipher.setAAD(additionalData(id, place));
    const bytes = typeof secret === 'string' ? Buffer.from(secret) : secret;
    const parts = [cipher.update(bytes), cipher.final(), cipher.getAuthTag()];
    return { key_id: id, nonce: new Binary(nonce), ciphertext: new Binary(Buffer.concat(parts)) };
  }

  /** @throws {DecryptionError} when the key is unknown, or what is stored was changed or moved */
  decrypt(place: Place, encrypted: Encrypted): string {
    return this.decryptBytes(place, encrypted).toString();
  }

  /** As {@link decrypt}, for what was encrypted as bytes. */
  decryptBytes(place: Place, { key_id, nonce, ciphertext }: Encrypted): Buffer {
    const what = place.join(' ');
    const key = this.#keys.get(key_id);
    if (key === undefined) {
      throw new DecryptionError(`${what} is encrypted with the key ${key_id}, which ENCRYPTION_KEYS lacks`);
    }
    const bytes = bytesOf(ciphertext);
    try {
      const derived = this.#keyOf(place, key_id, key);
      const decipher = createDecipheriv(algorithm, derived, bytesOf(nonce), { authTagLength: tagBytes });
      decipher.setAAD(additionalData(key_id, place));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]);
    } catch (error) {
      throw new DecryptionError(`${what} is not what was encrypted there`, { cause: error });
    }
  }

  /** The key of a field. Its name is a context that nothing else is derived under. */
  #keyOf([collection, , field]: Place, id: string, key: Buffer): Buffer {
    const context = JSON.stringify(['heddle encryption', collection, field]);
    const name = `${id} ${context}`;
    let derived = this.#derived.get(name);
    if (derived === undefined) {
      derived = Buffer.from(hkdfSync('sha256', key, '', context, keyBytes));
      this.#derived.set(name, derived);
    }
    return derived;
  }
}

/** JSON keeps the parts apart: no two places give the same text. */
function additionalData(keyId: string, place: Place): Buffer {
  return Buffer.from(JSON.stringify([keyId, ...place]));
}

function bytesOf(binary: Binary): Buffer {
  return Buffer.from(binary.value());
}
