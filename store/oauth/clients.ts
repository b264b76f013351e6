import type { Keyring, Place } from '../credentials/encryption.ts';
import type { Database } from '../mongo/database.ts';
import { type Payload, readPayload, sealPayload } from './payload.ts';

/** A client that was registered but never authorized is deleted after this time. */
const unusedMs = 60 * 60 * 1000;
/** A client to which no token was issued for this long is deleted. Longer than any of its tokens lives. */
const idleMs = 90 * 24 * 60 * 60 * 1000;

const place = (id: string): Place => ['oauth_clients', id, 'payload'];

/** How many clients are kept that registered themselves and were not used yet. */
export interface UnusedClients {
  /** All together. The oldest one gives way to another. */
  all: number;
  /** Limit for one address. Further registrations are refused. */
  ofAddress: number;
}

/**
 * Stores a client that registered itself. Anybody can register clients, so unused ones are limited: for one address, so
 * that many addresses are needed to fill the deployment; and in all. There the oldest one gives way, because a flood
 * would otherwise keep everybody else out.
 * @param client its id, and a stand-in for the address that it was registered from
 * @returns false if the address has reached its limit
 */
export async function registerClient(
  db: Database,
  keyring: Keyring,
  { id, from, most }: { id: string; from: string; most: UnusedClients },
  metadata: Payload,
): Promise<boolean> {
  const now = new Date();
  const ofAddress = { registered_from: from, expires_at: { $gt: now } };
  const limit = most.ofAddress;
  if ((await db.oauth_clients.countDocuments(ofAddress, { limit })) >= limit) return false;
  await db.oauth_clients.insertOne({
    _id: id,
    payload: sealPayload(keyring, place(id), metadata),
    unused: true,
    registered_from: from,
    created_at: now,
    expires_at: new Date(now.getTime() + unusedMs),
  });
  const unused = { unused: true } as const;
  const count = await db.oauth_clients.countDocuments(unused, { limit: most.all + 1 });
  // One that is used meanwhile is not unused any more, and stays.
  if (count > most.all) await db.oauth_clients.findOneAndDelete(unused, { sort: { expires_at: 1 } });
  return true;
}

/** Stores the metadata of a client that is known by a document, because somebody authorizes it. */
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
  await db.oauth_clients.updateOne(
    { _id: id },
    { $set: { expires_at: new Date(Date.now() + idleMs) }, $unset: { unused: '', registered_from: '' } },
  );
}
