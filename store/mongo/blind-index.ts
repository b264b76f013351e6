import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Collection } from 'mongodb';
import type { WorkspaceKeyDocument } from '../documents/workspace-key.ts';
import type { Encrypted } from '../documents/encrypted.ts';
import { upsert } from './upsert.ts';

type Place = readonly [collection: string, documentId: string, field: string];

/** The keys of the deployment, which encrypt the keys of workspaces. */
interface Keyring {
  readonly keyIds: readonly [string, ...string[]];
  encrypt: (place: Place, secret: Buffer) => Encrypted;
  decryptBytes: (place: Place, encrypted: Encrypted) => Buffer;
}

/** The purpose of a blind name. Names of different purposes cannot be compared. */
export type BlindPurpose =
  | 'erased subject'
  | 'idempotency key'
  | 'request'
  | 'limit'
  | 'effect'
  | 'asked'
  | 'payee'
  | 'revisions'
  | 'proposed change'
  | 'console person'
  | 'passkey user';

/** A keyed hash, in base64url: equal parts have equal names, and nobody who reads the store alone can test a guess. */
export type BlindName = (purpose: BlindPurpose, parts: readonly string[]) => string;

const keyBytes = 32;
const rememberedWorkspaces = 10_000;
const placeOf = (workspaceId: string): Place => ['workspace_keys', workspaceId, 'key'];

/**
 * Names under which a store finds what it must not know: who was erased, to which account a limit was used, what a request
 * contained. They outlive what they are made of, so a plain hash of it could be guessed after an erasure.
 *
 * Each workspace has a random key of its own, which is stored encrypted. It stays when the deployment's key is rotated, so that
 * neither a limit nor an Idempotency-Key starts over with it.
 */
export class BlindIndex {
  readonly #collection: Collection<WorkspaceKeyDocument>;
  readonly #keyring: Keyring | undefined;
  readonly #keys: LRUCache<string, Buffer>;

  /** @param keyring absent in a process that names nothing, such as a migration */
  constructor(collection: Collection<WorkspaceKeyDocument>, keyring: Keyring | undefined) {
    this.#collection = collection;
    this.#keyring = keyring;
    this.#keys = new LRUCache({
      max: rememberedWorkspaces,
      fetchMethod: async (workspaceId) => await this.#read(workspaceId),
    });
  }

  /** The names of a workspace. The first time in a process it reads the workspace's key, and makes it if there is none. */
  async of(workspaceId: string): Promise<BlindName> {
    const key = await this.#keys.fetch(workspaceId);
    if (key === undefined) throw new Error('the key of a workspace was not read');
    return (purpose, parts) =>
      createHmac('sha256', key)
        .update(JSON.stringify([purpose, parts]))
        .digest('base64url');
  }

  /** Encrypts with the deployment's first key what another one encrypts, so that the other one can be removed. */
  async renew(): Promise<void> {
    const keyring = this.#ring();
    const [first] = keyring.keyIds;
    for await (const { _id, key } of this.#collection.find({ 'key.key_id': { $ne: first } })) {
      const renewed = keyring.encrypt(placeOf(_id), keyring.decryptBytes(placeOf(_id), key));
      await this.#collection.updateOne({ _id, 'key.key_id': key.key_id }, { $set: { key: renewed } });
    }
  }

  async #read(_id: string): Promise<Buffer> {
    const keyring = this.#ring();
    const place = placeOf(_id);
    const found = await this.#collection.findOne({ _id });
    const { key } = found ?? (await this.#make(_id, keyring));
    return keyring.decryptBytes(place, key);
  }

  async #make(_id: string, keyring: Keyring): Promise<WorkspaceKeyDocument> {
    const made = { $literal: keyring.encrypt(placeOf(_id), randomBytes(keyBytes)) };
    return await upsert(this.#collection, _id, [{ $set: { key: { $ifNull: ['$key', made] } } }]);
  }

  #ring(): Keyring {
    if (this.#keyring === undefined) throw new Error('this process has no keys to name anything with');
    return this.#keyring;
  }
}
