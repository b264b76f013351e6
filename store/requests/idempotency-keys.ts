import { type Document, MongoNetworkError } from 'mongodb';
import type { IdempotencyKeyDocument, StoredResponse } from '../documents/idempotency-key.ts';
import type { SpeechRef } from '../documents/speech.ts';
import type { Database } from '../mongo/database.ts';
import type { Keyring, Place } from '../credentials/encryption.ts';
import { newId } from '../mongo/ids.ts';
import { isPast, serverTimeIn } from '../mongo/server-time.ts';
import { upsert } from '../mongo/upsert.ts';

/**
 * The resource that a request creates. Its handler uses `id` as the resource's id, so that a repetition of the request,
 * after its process died, finds it instead of creating a second one.
 */
export interface NewResource {
  /** UUID v7, the same for every repetition under one Idempotency-Key. */
  id: string;
  /** Whether a repetition may come and look for it, because the request has an Idempotency-Key. */
  keyed: boolean;
  /** An earlier attempt may have created it: look for it first. */
  mayExist: boolean;
}

/** The resource of a request that cannot be a repetition. */
export function newResource(): NewResource {
  return { id: newId(), keyed: false, mayExist: false };
}

/** A key that this process holds. */
export interface KeyClaim {
  keyId: string;
  /** Fingerprint of the request's content. */
  fingerprint: string;
  holder: string;
  resource: NewResource;
}

/** The result of claiming a key. */
export type ClaimResult =
  | { outcome: 'held'; claim: KeyClaim }
  | { outcome: 'answered'; response: StoredResponse }
  | { outcome: 'in-flight' }
  | { outcome: 'other-request' };

export interface KeyRequest {
  workspace_id: string;
  /** Set if the key is one subject's own; otherwise it is the workspace's. */
  subject_ref?: string | undefined;
  key: string;
  fingerprint: string;
}

/**
 * The largest response that is stored, because a document can have 16 MiB. A request with a larger response runs again,
 * with the same resource.
 */
export const largestStoredBytes = 15 * 1024 * 1024;

const keptMs = 24 * 3_600_000;
const responsePlace = (keyId: string): Place => ['idempotency_keys', keyId, 'response'];

/**
 * Claims a key, in one atomic write by the server's clock: of any number of concurrent requests with the same key, in
 * any number of processes, one holds it. If the holder died or ended with an error of the service, the next request
 * with the same content takes the key over, with the resource of the first one.
 * @throws {DecryptionError} if the response to replay cannot be decrypted
 */
export async function claimKey(
  db: Database,
  keyring: Keyring,
  request: KeyRequest,
  leaseMs: number,
): Promise<ClaimResult> {
  const { workspace_id } = request;
  const { keyId, fingerprint } = await blindNamesOf(db, request);
  const holder = newId();
  const fresh = { workspace_id, fingerprint, resource_id: newId(), resource_may_exist: false };
  const pipeline = claimPipeline({ keyId, holder, fresh, leaseMs });
  const claim = async () => await upsert(db.idempotency_keys, keyId, pipeline);
  const found = await claim().catch(async (error: unknown) => {
    if (!(error instanceof MongoNetworkError)) throw error;
    // The claim may have taken effect. Repeating it makes the same claim; leaving it behind would block the key.
    return await claim();
  });
  if (found.fingerprint !== fingerprint) return { outcome: 'other-request' };
  if (found.response !== undefined) return { outcome: 'answered', response: open(keyring, found) };
  if (found.holder !== holder) return { outcome: 'in-flight' };
  const resource = { id: found.resource_id, keyed: true, mayExist: found.resource_may_exist };
  return { outcome: 'held', claim: { keyId, fingerprint, holder, resource } };
}

/** Under what a key and its request are stored. They outlive the erasure of a subject whom they might tell of. */
async function blindNamesOf(
  db: Database,
  { workspace_id, subject_ref, key, fingerprint }: KeyRequest,
): Promise<{ keyId: string; fingerprint: string }> {
  const name = await db.blindIndex.of(workspace_id);
  const owner = subject_ref === undefined ? [] : [subject_ref];
  return {
    keyId: name('idempotency key', [workspace_id, ...owner, key]),
    fingerprint: name('request', [fingerprint]),
  };
}

function claimPipeline(claim: {
  keyId: string;
  holder: string;
  fresh: Pick<IdempotencyKeyDocument, 'workspace_id' | 'fingerprint' | 'resource_id' | 'resource_may_exist'>;
  leaseMs: number;
}): Document[] {
  const { keyId, holder, fresh, leaseMs } = claim;
  const same = { $eq: ['$fingerprint', fresh.fingerprint] };
  const failed = { $eq: ['$state', 'failed'] };
  // A new key has no expiry yet; an expired one may still wait to be removed.
  const ended = isPast('$expires_at');
  const abandoned = { $and: [{ $eq: ['$state', 'held'] }, isPast('$leased_until')] };
  const held = { state: 'held', holder, leased_until: serverTimeIn(leaseMs) };
  const first = {
    $mergeObjects: [{ $literal: { _id: keyId, ...fresh } }, held, { expires_at: serverTimeIn(keptMs) }],
  };
  const next = { $mergeObjects: ['$$ROOT', held, { resource_may_exist: true }] };
  const isFirst = { $or: [ended, { $and: [failed, { $not: [same] }] }] };
  const isNext = { $and: [same, { $or: [failed, abandoned] }] };
  return [{ $replaceWith: { $cond: [isFirst, first, { $cond: [isNext, next, '$$ROOT'] }] } }];
}

function open(keyring: Keyring, { _id, response }: IdempotencyKeyDocument): StoredResponse {
  if (response === undefined) throw new Error(`the key ${_id} has no response`);
  const { body } = response;
  return { ...response, body: 'attempt' in body ? body : keyring.decryptBytes(responsePlace(_id), body) };
}

/** The response of a request that another holder has answered; undefined if there is none. */
export async function findResponse(
  db: Database,
  keyring: Keyring,
  { keyId, fingerprint }: KeyClaim,
): Promise<StoredResponse | undefined> {
  const found = await db.idempotency_keys.findOne({ _id: keyId, fingerprint });
  return found?.response === undefined ? undefined : open(keyring, found);
}

/** Extends the lease, after which others may take the key over. False if somebody already has. */
export async function renewKey(db: Database, claim: KeyClaim, leaseMs: number): Promise<boolean> {
  return await change(db, claim, [{ $set: { leased_until: serverTimeIn(leaseMs) } }]);
}

/** Stores the encrypted response, which is replayed from now on. False if somebody has taken the key over. */
export async function answerKey(
  db: Database,
  keyring: Keyring,
  claim: KeyClaim,
  stored: StoredResponse,
): Promise<boolean> {
  const { body } = stored;
  const kept = Buffer.isBuffer(body) ? keyring.encrypt(responsePlace(claim.keyId), body) : body;
  const response = { ...stored, body: kept };
  return await change(db, claim, { $set: { state: 'answered', response } });
}

/** Lets the same request run again, with the same resource. False if somebody has taken the key over. */
export async function failKey(db: Database, claim: KeyClaim): Promise<boolean> {
  return await change(db, claim, { $set: { state: 'failed' } });
}

/** Forgets the response of a key, because its body is gone. The same request runs again. */
export async function forgetResponse(
  db: Database,
  request: KeyRequest,
  { attempt }: SpeechRef,
): Promise<void> {
  const { keyId } = await blindNamesOf(db, request);
  await db.idempotency_keys.deleteOne({ _id: keyId, 'response.body.attempt': attempt });
}

/** Forgets the key, because nothing was done under it. False if somebody has taken it over. */
export async function forgetKey(db: Database, { keyId, holder }: KeyClaim): Promise<boolean> {
  const { deletedCount } = await db.idempotency_keys.deleteOne({ _id: keyId, holder });
  return deletedCount === 1;
}

async function change(db: Database, { keyId, holder }: KeyClaim, update: Document): Promise<boolean> {
  const { matchedCount } = await db.idempotency_keys.updateOne({ _id: keyId, holder }, update);
  return matchedCount === 1;
}
