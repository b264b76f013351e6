/** Charges are booked together, about so often a workspace: nobody waits for it. */
const everyMs = 1000;
/** How often a booking that fails is tried again, each time after twice as long. What is left over the next one does. */
const tries = 6;

interface Flight {
  running: Promise<void>;
  /** Begins when the running one has ended: those who ask meanwhile share it. */
  next?: Promise<void>;
}

/** When the changes of workspaces are booked by this process, one booking of a workspace at a time. */
export class Bookings {
  readonly #book: (workspaceId: string) => Promise<void>;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #flights = new Map<string, Flight>();
  #closed = false;

  /** @param book books what is stored when it is called */
  constructor(book: (workspaceId: string) => Promise<void>) {
    this.#book = book;
  }

  /** Books what a workspace has stored within about a second, in the background. */
  soon(workspaceId: string): void {
    if (!this.#timers.has(workspaceId)) this.#plan(workspaceId, everyMs, tries);
  }

  /**
   * Books all that a workspace has stored before the call.
   * @throws what the booking does
   */
  async now(workspaceId: string): Promise<void> {
    clearTimeout(this.#timers.get(workspaceId));
    this.#timers.delete(workspaceId);
    const flight = this.#flights.get(workspaceId);
    if (flight === undefined) return await this.#start(workspaceId);
    // The running one may have read what is stored already.
    flight.next ??= flight.running.then(
      async () => await this.#start(workspaceId),
      async () => await this.#start(workspaceId),
    );
    return await flight.next;
  }

  /** Books nothing more in the background, and resolves when what is under way has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    while (this.#flights.size > 0) {
      await Promise.allSettled([...this.#flights.values()].map(({ running, next }) => next ?? running));
    }
  }

  #start(workspaceId: string): Promise<void> {
    const flight: Flight = {
      running: this.#book(workspaceId).finally(() => {
        if (flight.next === undefined) this.#flights.delete(workspaceId);
      }),
    };
    this.#flights.set(workspaceId, flight);
    return flight.running;
  }

  #plan(workspaceId: string, delayMs: number, triesLeft: number): void {
    if (this.#closed || triesLeft === 0) return;
    const timer = setTimeout(() => {
      this.now(workspaceId).catch(() => {
        if (!this.#timers.has(workspaceId)) this.#plan(workspaceId, delayMs * 2, triesLeft - 1);
      });
    }, delayMs);
    // A process that has nothing else to do may end: whoever reads or charges next books it.
    timer.unref();
    this.#timers.set(workspaceId, timer);
  }
}
