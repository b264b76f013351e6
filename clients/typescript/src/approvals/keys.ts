import { HeddleError } from '../errors.ts';
import { ApprovalError } from './errors.ts';

/** A public key of a JWKS (RFC 7517). */
export interface PublicKey {
  kty?: string;
  crv?: string;
  x?: string;
  kid?: string;
  alg?: string;
  use?: string;
  /** The purpose of a key of Heddle. */
  purpose?: string;
}

/** The purposes of keys: each key signs for one alone. */
export type KeyPurpose = 'approvals' | 'statements';

/** The address of a set of public keys, or the set. */
export type KeySource = string | URL | { keys: readonly object[] };

/** `CryptoKey`, which is a type only where the DOM's are. */
type VerifyingKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** For how long fetched keys are not fetched again, as their `Cache-Control` says. */
const freshMs = 300_000;
/** For how long they are used if they cannot be fetched again. */
const staleMs = 24 * 3_600_000;
/** The shortest time between two fetches: a sender of made-up key ids must not cause a fetch with each. */
const cooldownMs = 10_000;
const fetchTimeoutMs = 5000;

const remotes = new Map<string, RemoteKeys>();

/**
 * The key for a purpose that has an id.
 * @throws {ApprovalError} if there is none, or it is for something else
 */
export async function keyFor(source: KeySource, kid: string, wanted: KeyPurpose): Promise<VerifyingKey> {
  const found = 'keys' in Object(source) ? find(source as { keys: readonly object[] }, kid) : undefined;
  const key = found ?? (isAddress(source) ? await remote(source).find(kid) : undefined);
  if (key === undefined) throw new ApprovalError('unknown_key', 'no published key has this id');
  const { kty, crv, x, alg = 'EdDSA', use = 'sig', purpose = wanted } = key;
  if (kty !== 'OKP' || crv !== 'Ed25519' || alg !== 'EdDSA' || use !== 'sig' || purpose !== wanted)
    throw new ApprovalError('wrong_key', `the key that has this id is not for ${wanted}`);
  try {
    const jwk = { kty, crv, x: x ?? '' };
    return await crypto.subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['verify']);
  } catch (error) {
    throw new ApprovalError('wrong_key', 'the key that has this id cannot be used', { cause: error });
  }
}

function isAddress(source: KeySource): source is string | URL {
  return typeof source === 'string' || source instanceof URL;
}

function remote(address: string | URL): RemoteKeys {
  const url = String(address);
  if (!/^https?:\/\//.test(url))
    throw new HeddleError('jwks must be the address of /.well-known/jwks.json, or the set of keys');
  const known = remotes.get(url) ?? new RemoteKeys(url);
  remotes.set(url, known);
  return known;
}

function find(set: { keys: readonly object[] }, kid: string): PublicKey | undefined {
  return (set.keys as readonly PublicKey[]).find((key) => key.kid === kid);
}

/** Published keys. Those of a rotation are fetched when the first of them is asked for. */
class RemoteKeys {
  readonly #url: string;
  #set: { keys: readonly object[] } = { keys: [] };
  /** When the set was fetched, and when that was last tried. */
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  #fetching: Promise<void> | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async find(kid: string): Promise<PublicKey | undefined> {
    const age = Date.now() - this.#fetchedAt;
    const known = age < staleMs ? find(this.#set, kid) : undefined;
    if (known !== undefined && age < freshMs) return known;
    try {
      await this.#refresh();
    } catch (error) {
      // A key that was published lately is trusted while the deployment cannot be reached.
      if (known !== undefined) return known;
      throw new ApprovalError('keys_unavailable', `the keys at ${this.#url} cannot be fetched`, {
        cause: error,
      });
    }
    return find(this.#set, kid);
  }

  /** All who wait share one request. */
  async #refresh(): Promise<void> {
    const isLate = this.#fetching === undefined && Date.now() - this.#triedAt < cooldownMs;
    if (isLate && this.#fetchedAt >= this.#triedAt) return;
    if (isLate) throw new Error('they could not be fetched a moment ago');
    this.#fetching ??= this.#fetch().finally(() => (this.#fetching = undefined));
    await this.#fetching;
  }

  async #fetch(): Promise<void> {
    this.#triedAt = Date.now();
    const response = await fetch(this.#url, { signal: AbortSignal.timeout(fetchTimeoutMs) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const set = (await response.json()) as { keys?: unknown } | null;
    if (!Array.isArray(set?.keys)) throw new Error('this is no set of keys');
    this.#set = { keys: set.keys as object[] };
    this.#fetchedAt = Date.now();
  }
}
