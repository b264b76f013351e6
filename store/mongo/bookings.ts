/** Charges of a workspace are booked together, about this often. Nobody waits for it. */
const everyMs = 1000;
/** How often a failing booking is tried, after a delay that doubles each time. The next booking does what is left. */
const tries = 6;

interface Flight {
  running: Promise<void>;
  /** Starts when the running one has ended. Those who ask meanwhile share it. */
  next?: Promise<void>;
}

/** Schedules the bookings of this process, one at a time for each workspace. */
export class Bookings {
  readonly #book: (workspaceId: string) => Promise<void>;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #flights = new Map<string, Flight>();
  #closed = false;

  /** @param book books what is stored when it is called */
  constructor(book: (workspaceId: string) => Promise<void>) {
    this.#book = book;
  }

  /** Books what a workspace has stored, in the background and within about a second. */
  soon(workspaceId: string): void {
    if (!this.#timers.has(workspaceId)) this.#plan(workspaceId, everyMs, tries);
  }

  /**
   * Books everything that a workspace has stored before the call.
   * @throws what the booking throws
   */
  async now(workspaceId: string): Promise<void> {
    clearTimeout(this.#timers.get(workspaceId));
    this.#timers.delete(workspaceId);
    const flight = this.#flights.get(workspaceId);
    if (flight === undefined) return await this.#start(workspaceId);
    // The running booking may have read before this was stored.
    flight.next ??= flight.running.then(
      async () => await this.#start(workspaceId),
      async () => await this.#start(workspaceId),
    );
    return await flight.next;
  }

  /** Books nothing more in the background, and resolves when the bookings in progress have ended. */
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
    // Does not keep an idle process from exiting: the next reader or charge does the booking.
    timer.unref();
    this.#timers.set(workspaceId, timer);
  }
}
