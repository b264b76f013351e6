import type { WorkspaceSettings } from '../credentials/workspace-settings.ts';
import type { Database } from '../mongo/database.ts';
import { newId } from '../mongo/ids.ts';
import { KeyedMutex } from '#engine/contention/keyed-mutex.ts';
import { serverNowMs } from '../mongo/server-time.ts';
import { upsert } from '../mongo/upsert.ts';

/** How long the streams of a killed process still count: clients that connect again need their places. */
const leaseMs = 10_000;
/** One operation for all workspaces of a process. A lease outlives two that fail. */
const renewEveryMs = 3000;
/** So that a renewal stays a small operation, however many workspaces a process serves. */
const renewedAtOnce = 1000;

/** A stream that may be opened, or the limit that its workspace has reached. */
export type OpenedStream = { end: () => void } | { most: number };

/** How many streams of a workspace are open here, and how many of them are stored. */
interface Count {
  open: number;
  stored: number;
}

/**
 * The open event streams of this process, counted by workspace in a document that all processes share. Each process
 * holds a lease on its own count, so that the streams of a killed process are soon free again.
 */
export class OpenStreams {
  readonly #db: Database;
  readonly #by = newId();
  /** Counts by workspace. */
  readonly #counts = new Map<string, Count>();
  /** The writes of one workspace are serialized, because each writes the whole count. */
  readonly #writes = new KeyedMutex();
  readonly #settings: WorkspaceSettings;
  readonly #defaultLimit: number;
  #timer: NodeJS.Timeout | undefined;
  #renewing = false;

  /** @param defaultLimit the most open streams of a workspace without a limit of its own */
  constructor(db: Database, settings: WorkspaceSettings, defaultLimit: number) {
    this.#db = db;
    this.#settings = settings;
    this.#defaultLimit = defaultLimit;
  }

  /**
   * Counts a stream that is about to be opened.
   * @returns a function to call when it has ended; the limit if the workspace has reached it
   */
  async open(workspaceId: string): Promise<OpenedStream> {
    const { stream_limit: most = this.#defaultLimit } = await this.#settings.of(workspaceId);
    const isOpened = await this.#writes.run(workspaceId, async () => {
      const count = this.#countOf(workspaceId);
      const wanted = count.open + 1;
      await this.#store(workspaceId, count, { open: wanted, most });
      if (count.stored < wanted) return false;
      count.open += 1;
      return true;
    });
    if (!isOpened) return { most };
    let ended = false;
    return {
      end: () => {
        if (ended) return;
        ended = true;
        this.#countOf(workspaceId).open -= 1;
        void this.#tell(workspaceId);
      },
    };
  }

  /** Stores the counts of streams that have just ended. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#counts.keys()].map((workspaceId) => this.#tell(workspaceId)));
  }

  #countOf(workspaceId: string) {
    const count = this.#counts.get(workspaceId) ?? { open: 0, stored: 0 };
    this.#counts.set(workspaceId, count);
    this.#timer ??= setInterval(() => void this.#renew(), renewEveryMs).unref();
    return count;
  }

  /** Skipped while the last renewal is in progress, which takes long if MongoDB is slow. */
  async #renew(): Promise<void> {
    if (this.#renewing) return;
    this.#renewing = true;
    // If one fails, the rest would too: the next renewal makes up for it.
    await this.#renewAll().catch(() => {});
    this.#renewing = false;
  }

  async #renewAll(): Promise<void> {
    const ids = [...this.#counts.keys()];
    for (let first = 0; first < ids.length; first += renewedAtOnce) {
      const some = ids.slice(first, first + renewedAtOnce);
      // After a pause of this process, others may have dropped its counts.
      const dropped = (await renewLeases(this.#db, some, this.#by)) < some.length;
      for (const workspaceId of some) await this.#tell(workspaceId, { again: dropped });
    }
  }

  /**
   * After a failure, the stored count is unknown. It then differs from the open one, so the next renewal stores it
   * again.
   */
  async #store(workspaceId: string, count: Count, wanted: { open: number; most: number }): Promise<void> {
    count.stored = Number.NaN;
    count.stored = await storeCount(this.#db, workspaceId, { by: this.#by, ...wanted });
  }

  /**
   * Stores a count that has changed. What cannot be stored now is stored with the next renewal.
   * @param again whether to store it even if it is what was stored last
   */
  async #tell(workspaceId: string, { again = false } = {}): Promise<void> {
    await this.#writes
      .run(workspaceId, async () => {
        const count = this.#countOf(workspaceId);
        if ((again && count.open > 0) || count.open !== count.stored) {
          await this.#store(workspaceId, count, { open: count.open, most: Infinity });
        }
        if (count.open > 0 || count.stored > 0) return;
        this.#counts.delete(workspaceId);
        if (this.#counts.size > 0) return;
        clearInterval(this.#timer);
        this.#timer = undefined;
      })
      .catch(() => {});
  }
}

const until = { $add: [serverNowMs, leaseMs] };

/**
 * Stores how many streams of a workspace are open in a process, in one operation: one less if `open` would make more
 * than `most` in all. Leases are judged by the server's clock.
 * @returns the stored number
 */
async function storeCount(
  db: Database,
  workspaceId: string,
  { by, open, most }: { by: string; open: number; most: number },
): Promise<number> {
  const others = {
    $filter: {
      input: { $ifNull: ['$holders', []] },
      cond: { $and: [{ $ne: ['$$this.by', by] }, { $gt: ['$$this.until', serverNowMs] }] },
    },
  };
  const openElsewhere = { $sum: { $map: { input: '$holders', in: '$$this.open' } } };
  const granted = { $cond: [{ $gt: [{ $add: [openElsewhere, open] }, most] }, open - 1, open] };
  const { holders } = await upsert(db.open_streams, workspaceId, [
    { $set: { holders: others } },
    { $set: { holders: { $concatArrays: ['$holders', [{ by, open: granted, until }]] } } },
    { $set: { holders: { $filter: { input: '$holders', cond: { $gt: ['$$this.open', 0] } } } } },
  ]);
  return holders.find((holder) => holder.by === by)?.open ?? 0;
}

/**
 * Extends the leases of a process on its counts.
 * @returns how many of these workspaces have a count of it
 */
async function renewLeases(db: Database, workspaceIds: string[], by: string): Promise<number> {
  const renewed = { $cond: [{ $eq: ['$$this.by', by] }, { $mergeObjects: ['$$this', { until }] }, '$$this'] };
  const { matchedCount } = await db.open_streams.updateMany(
    { _id: { $in: workspaceIds }, 'holders.by': by },
    [{ $set: { holders: { $map: { input: '$holders', in: renewed } } } }],
  );
  return matchedCount;
}
