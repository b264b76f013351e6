import { LRUCache } from 'lru-cache';

const most = 10_000;

/**
 * Names of credentials that existed when they were last read, however long ago. They are read again without the allowance
 * of their address, so that a flood of guesses from one address shuts out nobody who has a credential.
 */
export class ProvenCredentials {
  readonly #names = new LRUCache<string, true>({ max: most });

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Notes whether the credential existed when it was read. */
  note(name: string, exists: boolean): void {
    if (exists) this.#names.set(name, true);
    else this.#names.delete(name);
  }
}
