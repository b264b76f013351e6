import { reportedFrom, usualShare } from '#store/requests/rate-limits.ts';
import type { RateShare } from '#store/documents/rate-limit.ts';
import type { Allowance } from './allowance.ts';
import { subjectLimit } from './subject-share.ts';

/** Where shares come from. */
export interface ShareSource {
  /** The current limit in requests per minute. */
  limit(): Promise<number>;
  /**
   * Takes at least `wanted` requests from the allowance, or what is left of it.
   * @param spent by subjects, since the last time
   */
  takeShare(limit: number, wanted: number, spent: ReadonlyMap<string, number>): Promise<RateShare>;
  /** Gives back requests of a share whose window ends at `resetsAt`. */
  returnShare(count: number, resetsAt: number): Promise<void>;
}

interface Known {
  limit: number;
  left: number;
  /** End of the window by the clock of this process, and by the store's. */
  resetsAt: number;
  storeResetsAt: number;
  /** The usage of subjects in the window, over all processes. */
  subjects: Record<string, number>;
}

/**
 * One workspace's allowance as one process sees it. The process takes a share of it at a time and spends it in memory.
 * It admits nothing that it was not granted, so all processes together admit exactly the allowance.
 *
 * A subject has a share of what the others leave. What it has used at other processes is known as of the last share that
 * was taken.
 */
export class SharedAllowance {
  readonly #source: ShareSource;
  /** Requests that were granted and are not spent. */
  #held = 0;
  /** The known state of the allowance, until the window ends. */
  #known: Known | undefined;
  /** The usage of subjects in this process that the store does not have yet. */
  #spent = new Map<string, number>();
  /** How many requests wait for a share, by subject; undefined stands for those who act for the workspace. */
  readonly #waiting = new Map<string | undefined, number>();
  #taking: Promise<void> | undefined;

  constructor(source: ShareSource) {
    this.#source = source;
  }

  /**
   * Admits a request, or not. Rejects if a share was needed and could not be taken.
   * @param subject the only one for whom the caller acts; absent if it acts for the workspace
   * @param count as how many requests it counts: all of them are spent, or none
   */
  async admit(subject?: string, count = 1): Promise<Allowance> {
    this.#waiting.set(subject, (this.#waiting.get(subject) ?? 0) + count);
    try {
      for (;;) {
        const limit = await this.#source.limit();
        const known = this.#stillKnown(limit);
        if (known !== undefined) {
          if (subject !== undefined && this.#exceeds(known, subject, count))
            return this.#allowance(known, subject);
          if (this.#held >= count) {
            this.#held -= count;
            if (subject !== undefined) this.#spent.set(subject, (this.#spent.get(subject) ?? 0) + count);
            return { ...this.#allowance(known, subject), admitted: true };
          }
          if (known.left === 0) return this.#allowance(known, subject);
        }
        // Everyone who waits here shares what one of them takes.
        this.#taking ??= this.#take(limit).finally(() => {
          this.#taking = undefined;
        });
        await this.#taking;
      }
    } finally {
      const others = (this.#waiting.get(subject) ?? count) - count;
      if (others > 0) this.#waiting.set(subject, others);
      else this.#waiting.delete(subject);
      if (this.#waiting.size === 0) await this.#returnSurplus();
    }
  }

  /**
   * Returns requests that were taken for subjects without room for them. Two processes that take at the same time do
   * not know of each other; requests that are unspent here would be missing for people's decisions at the other one.
   */
  async #returnSurplus(): Promise<void> {
    const known = this.#known;
    if (known === undefined) return;
    const surplus = this.#held - usualShare(known.left + this.#held);
    if (surplus <= 0) return;
    this.#held -= surplus;
    known.left += surplus;
    try {
      await this.#source.returnShare(surplus, known.storeResetsAt);
    } catch {
      // The store does not answer: whether it has the surplus will show when the next share is taken.
    }
  }

  /** The known state, unless it belongs to a past window or another limit. */
  #stillKnown(limit: number) {
    if (this.#known === undefined) return undefined;
    if (this.#known.limit === limit && performance.now() < this.#known.resetsAt) return this.#known;
    // With another limit, the window and what was used in it remain.
    if (performance.now() >= this.#known.resetsAt) this.#spent.clear();
    this.#held = 0;
    this.#known = undefined;
    return undefined;
  }

  async #take(limit: number): Promise<void> {
    const askedAt = performance.now();
    const least = reportedFrom(limit);
    const reported = new Map([...this.#spent].filter(([, count]) => count >= least));
    const share = await this.#source.takeShare(limit, this.#wanted(limit), reported);
    const { granted, left, resetsInMs, resetsAt, subjects } = share;
    for (const [subject, count] of reported) {
      const more = (this.#spent.get(subject) ?? 0) - count;
      if (more > 0) this.#spent.set(subject, more);
      else this.#spent.delete(subject);
    }
    // A larger request needs what is left of the last share too, if that was of the same window.
    const isSameWindow = this.#known?.storeResetsAt === resetsAt;
    this.#held = granted + (isSameWindow ? this.#held : 0);
    // Counted from before the query, so that a share is never spent after its window.
    this.#known = { limit, left, resetsAt: askedAt + resetsInMs, storeResetsAt: resetsAt, subjects };
  }

  /**
   * How many of those who wait could be admitted, as far as this process knows.
   */
  #wanted(limit: number): number {
    let used = limit - (this.#known?.left ?? limit);
    let wanted = 0;
    for (const [subject, waiting] of this.#waiting) {
      let count = waiting;
      if (subject !== undefined) {
        const own = this.#usedBy(subject);
        count = Math.min(waiting, Math.max(subjectLimit(limit, used - own) - own, 0));
      }
      wanted += count;
      used += count;
    }
    return Math.max(wanted, 1);
  }

  #usedBy(subject: string): number {
    return (this.#known?.subjects[subject] ?? 0) + (this.#spent.get(subject) ?? 0);
  }

  /** A subject's share, and its usage. */
  #shareOf(known: Known, subject: string) {
    const used = this.#usedBy(subject);
    const usedInAll = known.limit - known.left - this.#held;
    return { used, most: subjectLimit(known.limit, usedInAll - used) };
  }

  #exceeds(known: Known, subject: string, count: number): boolean {
    const { used, most } = this.#shareOf(known, subject);
    return used + count > most;
  }

  #allowance(known: Known, subject: string | undefined): Allowance {
    const { limit, left, resetsAt } = known;
    const remaining = this.#held + left;
    const common = { resetsInMs: resetsAt - performance.now(), admitted: false };
    if (subject === undefined) return { limit, remaining, ...common };
    const { used, most } = this.#shareOf(known, subject);
    // The usage of others lowers the share, possibly below its own usage.
    return {
      limit: Math.max(most, used, 1),
      remaining: Math.max(Math.min(most - used, remaining), 0),
      ...common,
    };
  }
}
