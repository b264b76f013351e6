import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { defined } from '#contract/defined.ts';
import type { WatchedThreadDocument } from '../documents/watched-thread.ts';
import type { Database } from '../mongo/database.ts';
import { newId } from '../mongo/ids.ts';

const announcedMs = 60_000;
const announceEveryMs = 20_000;
const rememberedThreads = 100_000;
/** Requests within this time of each other are sent together. */
const askEveryMs = 50;

/**
 * Announces which threads are watched in this process, so that workers send deltas only for those, and asks workers for
 * the text so far of replies.
 */
export class WatchAnnouncer {
  readonly #db: Database;
  readonly #watchers = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  readonly #asked = new Set<string>();
  #asking = false;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Watches a thread, and asks for the text so far.
   * @returns a function that stops this
   */
  watch(threadId: string): () => void {
    this.#watchers.set(threadId, (this.#watchers.get(threadId) ?? 0) + 1);
    this.ask(threadId);
    this.#timer ??= setInterval(() => void this.#announce([...this.#watchers.keys()]), announceEveryMs);
    return () => {
      const left = (this.#watchers.get(threadId) ?? 1) - 1;
      if (left > 0) this.#watchers.set(threadId, left);
      else this.#watchers.delete(threadId);
      if (this.#watchers.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  /** Asks the worker that produces a reply of this thread, if there is one, to send the text so far. */
  ask(threadId: string): void {
    this.#asked.add(threadId);
    if (!this.#asking) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#asking = true;
    while (this.#asked.size > 0) {
      const threadIds = [...this.#asked];
      this.#asked.clear();
      await this.#announce(threadIds, newId());
      await sleep(askEveryMs);
    }
    this.#asking = false;
  }

  /** A failed announcement costs deltas, and nothing else. */
  async #announce(threadIds: string[], asked?: string): Promise<void> {
    const watched_until = new Date(Date.now() + announcedMs);
    const replacement = { watched_until, ...defined({ asked }) };
    const writes = threadIds.map((_id) => ({ replaceOne: { filter: { _id }, replacement, upsert: true } }));
    await this.#db.watched_threads.bulkWrite(writes, { ordered: false }).catch(() => {});
  }
}

/** Which threads are watched in any process: kept in memory, so that checking costs nothing. */
export class WatchedThreads {
  readonly #db: Database;
  readonly #watched = new LRUCache<string, Pick<WatchedThreadDocument, 'asked'>>({ max: rememberedThreads });
  readonly #listeners = new Map<string, Set<() => void>>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Resolves when all watched threads are known. */
  async start(): Promise<void> {
    await this.#db.changes.follow({
      collections: ['watched_threads'],
      onDocument: (document) => this.#remember(document),
      onGap: () => void this.#read(),
    });
    await this.#read();
  }

  has(threadId: string): boolean {
    return this.#watched.has(threadId);
  }

  /**
   * Calls `listener` whenever somebody asks for the text so far on a thread. A request during an outage of the change
   * stream may be lost, and is then repeated.
   * @returns a function that stops this
   */
  onAsk(threadId: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(threadId) ?? new Set();
    this.#listeners.set(threadId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(threadId) === listeners)
        this.#listeners.delete(threadId);
    };
  }

  async #read(): Promise<void> {
    try {
      for await (const document of this.#db.watched_threads.find()) this.#remember(document);
    } catch {
      // Unknown for now, so no deltas are sent.
    }
  }

  #remember({ _id, watched_until, asked }: WatchedThreadDocument): void {
    const ttl = watched_until.getTime() - Date.now();
    if (ttl <= 0) return;
    const known = this.#watched.get(_id)?.asked;
    // An announcement without a request keeps the latest one.
    const latest = asked ?? known;
    this.#watched.set(_id, latest === undefined ? {} : { asked: latest }, { ttl });
    if (asked === undefined || asked === known) return;
    for (const listener of this.#listeners.get(_id) ?? []) listener();
  }
}
