import { ServiceError } from '#contract/errors.ts';
import type { Log } from '#engine/ports/log.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { StoredResponse } from '#store/documents/idempotency-key.ts';
import type { Database } from '#store/mongo/database.ts';
import {
  answerKey,
  claimKey,
  failKey,
  findResponse,
  forgetKey,
  type KeyClaim,
  type KeyRequest,
  largestStoredBytes,
  type NewResource,
} from '#store/requests/idempotency-keys.ts';
import { HeldKey } from './held-key.ts';
import { fateOfKey } from './key-rules.ts';

/** Requests rarely take longer. */
const inFlightRetrySeconds = 1;

/** The result of work under a key. Errors of the service are results too. */
export interface KeyedResult {
  status: number;
  /** The error's code, if it is an error. */
  code?: string | undefined;
  /** The response to store, which repetitions receive. Called only if it is stored. */
  response: () => Promise<StoredResponse & { body: Buffer }>;
}

/** Work whose response is stored while it is sent: the sender settles the key, and stops holding it. */
export interface LaterResult {
  settleLater: (held: HeldKey) => void;
}

/** The stores of keys and their responses. */
export interface KeyServices {
  db: Database;
  /** Encrypts the responses. */
  keyring: Keyring;
  /** How long a key stays with a request whose process died. */
  idempotencyLeaseMs: number;
}

/**
 * Does work once under an Idempotency-Key: the first request with a key works, and its result is stored before this
 * resolves. Other requests with the key receive that result.
 * @param work makes the resource that it is given, and must not reject with errors that clients should see
 * @returns the response of an earlier request; undefined if this one did the work
 * @throws {ServiceError} `idempotency_key_reuse`, `idempotency_in_flight`
 */
export async function runUnderKey(
  services: KeyServices,
  request: KeyRequest,
  log: Log,
  work: (resource: NewResource) => Promise<KeyedResult | LaterResult>,
): Promise<StoredResponse | undefined> {
  const { db, keyring, idempotencyLeaseMs } = services;
  const found = await claimKey(db, keyring, request, idempotencyLeaseMs);
  if (found.outcome === 'answered') return found.response;
  if (found.outcome === 'other-request') {
    throw new ServiceError('idempotency_key_reuse', 'The Idempotency-Key was used for another request.');
  }
  if (found.outcome === 'in-flight') throw inFlight();
  const { claim } = found;
  const held = new HeldKey(db, claim, { leaseMs: idempotencyLeaseMs, log });
  let isSettledLater = false;
  try {
    const result = await work(claim.resource);
    if ('settleLater' in result) {
      isSettledLater = true;
      result.settleLater(held);
      return undefined;
    }
    if (await settle(services, held, claim, result)) return undefined;
    // Others considered this process dead and took the key over, so their response counts.
    const response = await findResponse(db, keyring, claim);
    if (response === undefined) throw inFlight();
    return response;
  } finally {
    if (!isSettledLater) held.stop();
  }
}

/** Stores the final state of the key. False if somebody has taken it over. */
async function settle(
  { db, keyring }: KeyServices,
  held: HeldKey,
  { resource: { mayExist } }: KeyClaim,
  { status, code, response }: KeyedResult,
): Promise<boolean> {
  const fate = fateOfKey({ status, code, mayExist });
  if (fate === 'forgotten') return await held.release(async (claim) => await forgetKey(db, claim));
  const fail = async (claim: KeyClaim) => await failKey(db, claim);
  if (fate === 'failed') return await held.release(fail);
  const stored = await response();
  if (stored.body.length > largestStoredBytes) return await held.release(fail);
  return await held.write(async (claim) => await answerKey(db, keyring, claim, stored));
}

/** A request with the same key is in progress. */
export function inFlight(): ServiceError {
  return new ServiceError('idempotency_in_flight', 'A request with this Idempotency-Key is at work.', {
    retryAfterSeconds: inFlightRetrySeconds,
  });
}
