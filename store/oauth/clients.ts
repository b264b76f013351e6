import type { Keyring, Place } from '../credentials/encryption.ts';
import type { Database } from '../mongo/database.ts';
import { type Payload, readPayload, sealPayload } from './payload.ts';

/** A client that was registered but never authorized is deleted after this time. */
const unusedMs = 24 * 60 * 60 * 1000;
/** A client to which no token was issued for this long is deleted. Longer than any of its tokens lives. */
const idleMs = 90 * 24 * 60 * 60 * 1000;

const place = (id: string): Place => ['oauth_clients', id, 'payload'];

/** Stores a client that registered itself. */
export async function storeClient(
  db: Database,
  keyring: Keyring,
  id: string,
  metadata: Payload,
): Promise<void> {
  const now = Date.now();
  await db.oauth_clients.updateOne(
    { _id: id },
    {
      $set: { payload: sealPayload(keyring, place(id), metadata) },
      $setOnInsert: { created_at: new Date(now), expires_at: new Date(now + unusedMs) },
    },
    { upsert: true },
  );
}

/** The metadata of a registered client; undefined if there is none. */
export async function findClient(db: Database, keyring: Keyring, id: string): Promise<Payload | undefined> {
  const found = await db.oauth_clients.findOne({ _id: id, expires_at: { $gt: new Date() } });
  return found === null ? undefined : readPayload(keyring, place(id), found.payload);
}

/** Keeps a client, because it is used. Does nothing for one that is not registered here. */
export async function keepClient(db: Database, id: string): Promise<void> {
  await db.oauth_clients.updateOne({ _id: id }, { $set: { expires_at: new Date(Date.now() + idleMs) } });
}
