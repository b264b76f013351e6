import pLimit from 'p-limit';
import { VoiceProviderFault } from '../errors.ts';

/** Gives a place back. */
type Release = () => void;

/** Slots for programs that run at the same time. A caller without a free slot waits, and only a few may wait. */
export class Places {
  readonly #limit;
  readonly #mostWaiting: number;

  constructor(count: number, mostWaiting: number) {
    this.#limit = pLimit(count);
    this.#mostWaiting = mostWaiting;
  }

  /**
   * Waits for a place.
   * @throws {VoiceProviderFault} if too many wait already; the signal's reason if it aborts
   */
  async take(signal: AbortSignal): Promise<Release> {
    signal.throwIfAborted();
    if (this.#limit.pendingCount >= this.#mostWaiting) throw new VoiceProviderFault('local is busy');
    const given = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const onAbort = () => {
      given.reject(signal.reason as Error);
      released.resolve();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    void this.#limit(async () => {
      given.resolve();
      await released.promise;
    });
    try {
      await given.promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
    return released.resolve;
  }
}
