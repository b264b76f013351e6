/** The endpoint and workspace that work is for. */
interface Recipient {
  endpoint_id: string;
  workspace_id: string;
}

/** The work for one endpoint. */
interface Queue extends Recipient {
  running: number;
  waiting: { work: () => Promise<void>; since: number }[];
}

export interface QueueLimits {
  /** The most concurrent work for one endpoint, for those of one workspace, and in all. */
  perEndpoint: number;
  perWorkspace: number;
  total: number;
  /** The most work that waits for one endpoint. */
  backlog: number;
  /** The longest wait. */
  maxQueuedMs: number;
}

/**
 * A queue for each endpoint, so that a slow endpoint does not delay others, and those of one workspace leave room for
 * the rest. Work that does not fit, or has waited for too long, is dropped and left to the sweep.
 */
export class EndpointQueues {
  readonly #limits: QueueLimits;
  readonly #queues = new Map<string, Queue>();
  readonly #runningOf = new Map<string, number>();
  #running = 0;
  #idle: (() => void)[] = [];
  #draining = false;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /**
   * Does the work as soon as there is room for it.
   * @param work never rejects
   * @returns false if it is dropped at once
   */
  offer({ endpoint_id, workspace_id }: Recipient, work: () => Promise<void>): boolean {
    if (this.#draining) return false;
    const queue = this.#queues.get(endpoint_id) ?? { endpoint_id, workspace_id, running: 0, waiting: [] };
    // If nothing is running, nothing would end and let it start.
    const mayWait = queue.running > 0 && queue.waiting.length < this.#limits.backlog;
    if (!this.#hasRoom(queue) && !mayWait) return false;
    this.#queues.set(endpoint_id, queue);
    queue.waiting.push({ work, since: performance.now() });
    this.#next(queue);
    return true;
  }

  /** Drops waiting and new work, and resolves when the work in progress has ended. */
  async drain(): Promise<void> {
    this.#draining = true;
    for (const queue of this.#queues.values()) queue.waiting = [];
    if (this.#running > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #hasRoom({ running, workspace_id }: Queue): boolean {
    const { perEndpoint, perWorkspace, total } = this.#limits;
    const ofWorkspace = this.#runningOf.get(workspace_id) ?? 0;
    return running < perEndpoint && ofWorkspace < perWorkspace && this.#running < total;
  }

  #next(queue: Queue): void {
    while (this.#hasRoom(queue)) {
      const next = queue.waiting.shift();
      if (next === undefined) break;
      if (performance.now() - next.since > this.#limits.maxQueuedMs) continue;
      this.#count(queue, 1);
      void next.work().finally(() => {
        this.#count(queue, -1);
        this.#next(queue);
        if (this.#running === 0) for (const resolve of this.#idle.splice(0)) resolve();
      });
    }
    if (queue.running === 0 && queue.waiting.length === 0) this.#queues.delete(queue.endpoint_id);
  }

  #count(queue: Queue, change: 1 | -1): void {
    queue.running += change;
    this.#running += change;
    const ofWorkspace = (this.#runningOf.get(queue.workspace_id) ?? 0) + change;
    if (ofWorkspace === 0) this.#runningOf.delete(queue.workspace_id);
    else this.#runningOf.set(queue.workspace_id, ofWorkspace);
  }
}
