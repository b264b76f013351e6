import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Binary } from 'mongodb';
import type { Encrypted } from '../documents/encrypted.ts';

/** A key of the deployment, with an id so that keys can be rotated. */
export interface EncryptionKey {
  id: string;
  /** 32 bytes. */
  key: Buffer;
}

/** Where a secret is stored. It can only be decrypted there. */
export type Place = readonly [collection: string, documentId: string, field: string];

/** A secret cannot be decrypted: its key is not configured, or the stored value is not what was encrypted. */
export class DecryptionError extends Error {
  override name = 'DecryptionError';
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts secrets at rest. Each field of a collection has its own key, derived from the deployment's by HKDF. A
 * ciphertext is also bound to its document, so that somebody who can write to the database cannot move it to the place of
 * somebody else's secret.
 */
export class Keyring {
  readonly #first: EncryptionKey;
  readonly #keys: Map<string, Buffer>;
  /** Derived keys by key id and field. There are only a few. */
  readonly #derived = new Map<string, Buffer>();

  /**
   * @param keys the first one encrypts, and all of them decrypt: put a new key first, and keep an old one while it is
   *   in use
   */
  constructor(keys: EncryptionKey[]) {
    const [first] = keys;
    if (first === undefined) throw new Error('no key to encrypt with');
    this.#first = first;
    this.#keys = new Map(keys.map(({ id, key }) => [id, key]));
  }

  /** The ids of the keys. The first one's encrypts. */
  get keyIds(): [string, ...string[]] {
    const { id } = this.#first;
    return [id, ...[...this.#keys.keys()].filter((other) => other !== id)];
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

  /** @throws {DecryptionError} if the key is unknown, or the stored value was changed or moved */
  decrypt(place: Place, encrypted: Encrypted): string {
    return this.decryptBytes(place, encrypted).toString();
  }

  /** Like {@link decrypt}, for what was encrypted as bytes. */
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

  /**
   * A keyed hash, in hex, by which equal values are found without being stored: nobody who reads the store can test
   * guesses. It differs for another purpose, and after another key has become the first.
   * @param keyId by which key. Default: the first one
   */
  digest(purpose: string, parts: readonly (string | null)[], keyId: string = this.#first.id): string {
    const [id, key] = [keyId, this.#keys.get(keyId)];
    if (key === undefined) throw new Error(`no key ${id}`);
    return createHmac('sha256', this.#keyOf(['heddle digest', '', purpose], id, key))
      .update(JSON.stringify(parts))
      .digest('hex');
  }

  /** The key of a field. No other key is derived with the same context. */
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

/** JSON separates the parts, so that no two places give the same text. */
function additionalData(keyId: string, place: Place): Buffer {
  return Buffer.from(JSON.stringify([keyId, ...place]));
}

function bytesOf(binary: Binary): Buffer {
  return Buffer.from(binary.value());
}
