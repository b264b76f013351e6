/** Work on its way to one endpoint. */
interface Queue {
  running: number;
  waiting: { work: () => Promise<void>; since: number }[];
}

export interface QueueLimits {
  /** At once to one endpoint, and to all. */
  perEndpoint: number;
  total: number;
  /** So many may wait for one endpoint. */
  backlog: number;
  /** So long may one wait. */
  maxQueuedMs: number;
}

/**
 * A queue for each endpoint, so that one which is slow delays no other. What does not fit, or has waited for too
 * long, is dropped: it is somebody else's to see to it.
 */
export class EndpointQueues {
  readonly #limits: QueueLimits;
  readonly #queues = new Map<string, Queue>();
  #running = 0;
  #idle: (() => void)[] = [];
  #draining = false;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /**
   * Does the work as soon as there is room for it.
   * @param work never rejects
   * @returns false when it is dropped at once
   */
  offer(endpointId: string, work: () => Promise<void>): boolean {
    if (this.#draining) return false;
    const queue = this.#queues.get(endpointId) ?? { running: 0, waiting: [] };
    if (queue.running >= this.#limits.perEndpoint && queue.waiting.length >= this.#limits.backlog)
      return false;
    if (queue.running === 0 && this.#running >= this.#limits.total) return false;
    this.#queues.set(endpointId, queue);
    queue.waiting.push({ work, since: performance.now() });
    this.#next(endpointId, queue);
    return true;
  }

  /** Drops what waits and what comes, and resolves when what is under way has ended. */
  async drain(): Promise<void> {
    this.#draining = true;
    for (const queue of this.#queues.values()) queue.waiting = [];
    if (this.#running > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #next(endpointId: string, queue: Queue): void {
    while (queue.running < this.#limits.perEndpoint && this.#running < this.#limits.total) {
      const next = queue.waiting.shift();
      if (next === undefined) break;
      if (performance.now() - next.since > this.#limits.maxQueuedMs) continue;
      queue.running += 1;
      this.#running += 1;
      void next.work().finally(() => {
        queue.running -= 1;
        this.#running -= 1;
        this.#next(endpointId, queue);
        if (this.#running === 0) for (const resolve of this.#idle.splice(0)) resolve();
      });
    }
    if (queue.running === 0 && queue.waiting.length === 0) this.#queues.delete(endpointId);
  }
}
