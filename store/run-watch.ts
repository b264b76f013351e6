import type { ChangeStream } from 'mongodb';
import { settlingEventTypes } from '#contract/event.ts';
import type { Database } from './database.ts';
import type { RunDocument } from './runs.ts';

/** While the change stream is down, those who wait look again this often. */
const pollMs = 250;

/**
 * Tells when a run may have left `running`: one change stream on the event log for all who wait in this process.
 * It is opened with the first who waits.
 */
export class RunWatch {
  readonly #db: Database;
  readonly #waiting = new Map<string, Set<() => void>>();
  #stream: ChangeStream | undefined;
  #opening: Promise<void> | undefined;
  #closed = false;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Looks at a run until it is no longer `running`, the time is over or the signal aborts: at once, and whenever
   * it may have changed. Resolves to the run as it was last seen.
   */
  async settled(
    runId: string,
    look: () => Promise<RunDocument>,
    { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
  ): Promise<RunDocument> {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    // Listen before looking: what happens in between is then not missed.
    await this.#open();
    for (;;) {
      const changed = this.#next(runId, deadline);
      try {
        const run = await look();
        if (run.state !== 'running' || deadline.aborted || this.#closed) return run;
        await changed.promise;
      } finally {
        changed.cancel();
      }
    }
  }

  /** Lets all who wait go. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#stream?.close();
    for (const runId of this.#waiting.keys()) this.#wake(runId);
  }

  #next(runId: string, deadline: AbortSignal): { promise: Promise<void>; cancel: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(runId) ?? new Set();
    this.#waiting.set(runId, waiting);
    const poll = this.#stream === undefined ? setTimeout(resolve, pollMs) : undefined;
    waiting.add(resolve);
    deadline.addEventListener('abort', () => resolve(), { once: true });
    const cancel = () => {
      clearTimeout(poll);
      waiting.delete(resolve);
      if (waiting.size === 0) this.#waiting.delete(runId);
    };
    return { promise, cancel };
  }

  #wake(runId: string): void {
    for (const resolve of this.#waiting.get(runId) ?? []) resolve();
  }

  async #open(): Promise<void> {
    if (this.#stream !== undefined || this.#closed) return;
    this.#opening ??= this.#start().finally(() => {
      this.#opening = undefined;
    });
    await this.#opening;
  }

  async #start(): Promise<void> {
    const stream = this.#db.events.watch(
      [
        { $match: { operationType: 'insert', 'fullDocument.type': { $in: [...settlingEventTypes] } } },
        { $project: { 'fullDocument.run_id': 1 } },
      ],
      { maxAwaitTimeMS: 1000 },
    );
    try {
      // The first answer shows that the server listens from here on.
      const first = await stream.tryNext();
      this.#stream = stream;
      if (first !== null) this.#seen(first);
      void this.#follow(stream);
    } catch {
      // No stream to be had now: whoever waits polls, and the next one tries again.
      await stream.close();
    }
  }

  async #follow(stream: ChangeStream): Promise<void> {
    try {
      for await (const change of stream) this.#seen(change);
    } catch {
      // Lost: handled below like an end.
    }
    this.#stream = undefined;
    for (const runId of this.#waiting.keys()) this.#wake(runId);
  }

  #seen(change: unknown): void {
    const runId = (change as { fullDocument?: { run_id?: string } }).fullDocument?.run_id;
    if (runId !== undefined) this.#wake(runId);
  }
}
