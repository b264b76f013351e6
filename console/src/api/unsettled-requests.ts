/** A request that was sent and has no final answer yet. */
interface Unsettled {
  key: string;
  place: string;
  sinceMs: number;
}

/** Where a request goes. */
export interface Addressed {
  /** The path and whom it acts for. */
  address: string;
  /** The resource that it changes: an answer for that resource settles all its requests. Default: the address. */
  place?: string | undefined;
}

/** Longer ago, the same words are rather said once more than sent again. */
const longestMs = 10 * 60_000;
/** Oldest first, dropped beyond this count. */
const most = 100;

/**
 * The Idempotency-Keys of requests whose outcome nobody knows: the connection broke, or the API failed. If the same
 * request is made again, by the page or by its user, it has the same key, and what it does happens once.
 */
export class UnsettledRequests {
  readonly #requests = new Map<string, Unsettled>();

  /**
   * The key of a request: that of an equal one without a final answer, or a new one.
   * @param body with what it is about, such as the digest of a held call
   */
  keyOf({ address, place = address }: Addressed, body: string, nowMs: number = Date.now()): string {
    const id = `${address}\n${body}`;
    const known = this.#requests.get(id);
    if (known !== undefined && nowMs - known.sinceMs < longestMs) return known.key;
    const key = crypto.randomUUID();
    this.#requests.delete(id);
    this.#requests.set(id, { key, place, sinceMs: nowMs });
    const [oldest] = this.#requests.keys();
    if (this.#requests.size > most && oldest !== undefined) this.#requests.delete(oldest);
    return key;
  }

  /**
   * Records that the API gave a final answer. Also settles earlier requests to the same place: a later request is a new
   * intention, so an approval after a withdrawal gets a new key.
   */
  settled({ address, place = address }: Addressed): void {
    for (const [id, request] of this.#requests) if (request.place === place) this.#requests.delete(id);
  }

  /** Somebody else acts from now on, and means what they ask for themselves. */
  forget(): void {
    this.#requests.clear();
  }
}
