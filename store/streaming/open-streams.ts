import type { Database } from '../mongo/database.ts';
import { newId } from '../mongo/ids.ts';
import { KeyedMutex } from '../mongo/keyed-mutex.ts';
import { upsert } from '../mongo/upsert.ts';

/** The most open event streams of a workspace, over all processes. */
export const mostOpenStreams = 200;

/** How long the streams of a killed process still count. */
const leaseMs = 60_000;
const renewEveryMs = 20_000;

/**
 * The open event streams of this process, counted by workspace in a document that all processes share. Each process
 * holds a lease on its own count, so that the streams of a killed process are soon free again.
 */
export class OpenStreams {
  readonly #db: Database;
  readonly #by = newId();
  /** By workspace: how many are open here, and how many are stored in the document. */
  readonly #counts = new Map<string, { open: number; stored: number }>();
  /** The writes of one workspace are serialized, because each writes the whole count. */
  readonly #writes = new KeyedMutex();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Counts a stream that is about to be opened.
   * @returns a function to call when it has ended; undefined if the workspace has reached the limit
   */
  async open(workspaceId: string): Promise<(() => void) | undefined> {
    const isOpened = await this.#writes.run(workspaceId, async () => {
      const count = this.#countOf(workspaceId);
      const wanted = count.open + 1;
      count.stored = await storeCount(this.#db, workspaceId, {
        by: this.#by,
        open: wanted,
        most: mostOpenStreams,
      });
      if (count.stored < wanted) return false;
      count.open += 1;
      return true;
    });
    if (!isOpened) return undefined;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#countOf(workspaceId).open -= 1;
      void this.#tell(workspaceId);
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

  async #renew(): Promise<void> {
    for (const workspaceId of this.#counts.keys()) await this.#tell(workspaceId, { renew: true });
  }

  /** What cannot be stored now is stored with the next renewal. */
  async #tell(workspaceId: string, { renew = false } = {}): Promise<void> {
    await this.#writes
      .run(workspaceId, async () => {
        const count = this.#countOf(workspaceId);
        if ((renew && count.open > 0) || count.open !== count.stored) {
          const { open } = count;
          count.stored = await storeCount(this.#db, workspaceId, { by: this.#by, open, most: Infinity });
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
  const now = { $toLong: '$$NOW' };
  const until = { $add: [now, leaseMs] };
  const others = {
    $filter: {
      input: { $ifNull: ['$holders', []] },
      cond: { $and: [{ $ne: ['$$this.by', by] }, { $gt: ['$$this.until', now] }] },
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
