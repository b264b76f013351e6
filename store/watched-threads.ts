import { LRUCache } from 'lru-cache';
import type { Database } from './database.ts';

/** A thread that somebody watches live. */
export interface WatchedThreadDocument {
  /** The thread's id. */
  _id: string;
  /** Announced again before this, for as long as it is watched. */
  watched_until: Date;
}

const announcedMs = 60_000;
const announceEveryMs = 20_000;
const rememberedThreads = 100_000;

/** Announces which threads are watched in this process, so that workers send deltas for those and no others. */
export class WatchAnnouncer {
  readonly #db: Database;
  readonly #watchers = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @returns ends the watching */
  watch(threadId: string): () => void {
    const count = this.#watchers.get(threadId) ?? 0;
    this.#watchers.set(threadId, count + 1);
    if (count === 0) void this.#announce([threadId]);
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

  /** An announcement that fails costs deltas, nothing else. */
  async #announce(threadIds: string[]): Promise<void> {
    const watched_until = new Date(Date.now() + announcedMs);
    const writes = threadIds.map((_id) => ({
      replaceOne: { filter: { _id }, replacement: { watched_until }, upsert: true },
    }));
    await this.#db.watched_threads.bulkWrite(writes, { ordered: false }).catch(() => {});
  }
}

/** Which threads are watched in any process: kept in memory, so that asking costs nothing. */
export class WatchedThreads {
  readonly #db: Database;
  readonly #watched = new LRUCache<string, true>({ max: rememberedThreads });

  constructor(db: Database) {
    this.#db = db;
  }

  /** Resolves when all that are watched are known. */
  async start(): Promise<void> {
    await this.#db.changes.follow({
      collections: ['watched_threads'],
      operations: ['insert', 'replace'],
      onDocument: (document) => this.#remember(document),
      onGap: () => void this.#read(),
    });
    await this.#read();
  }

  has(threadId: string): boolean {
    return this.#watched.has(threadId);
  }

  async #read(): Promise<void> {
    try {
      for await (const document of this.#db.watched_threads.find()) this.#remember(document);
    } catch {
      // Not known for now: deltas are not sent.
    }
  }

  #remember({ _id, watched_until }: WatchedThreadDocument): void {
    const ttl = watched_until.getTime() - Date.now();
    if (ttl > 0) this.#watched.set(_id, true, { ttl });
  }
}
