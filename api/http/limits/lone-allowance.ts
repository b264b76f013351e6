import { rateWindowMs } from '#store/requests/rate-limits.ts';
import type { Allowance } from './allowance.ts';
import { subjectLimit } from './subject-share.ts';

/** One workspace's allowance as this process counts it by itself, while the store does not keep it. */
export class LoneAllowance {
  #resetsAt = 0;
  #used = 0;
  readonly #subjects = new Map<string, number>();

  /**
   * Spends a request, if one is left.
   * @param subject has a share of what the others leave; absent if the caller acts for the workspace
   * @param count as how many requests it counts: all of them are spent, or none
   */
  admit(limit: number, subject: string | undefined, count = 1): Allowance {
    const now = performance.now();
    if (now >= this.#resetsAt) {
      this.#resetsAt = now + rateWindowMs;
      this.#used = 0;
      this.#subjects.clear();
    }
    const resetsInMs = this.#resetsAt - now;
    const left = Math.max(limit - this.#used, 0);
    if (subject === undefined) {
      const spent = left >= count ? count : 0;
      this.#used += spent;
      return { limit, remaining: left - spent, resetsInMs, admitted: spent > 0 };
    }
    const own = this.#subjects.get(subject) ?? 0;
    const most = subjectLimit(limit, this.#used - own);
    const mayUse = Math.max(Math.min(most - own, left), 0);
    const spent = mayUse >= count ? count : 0;
    if (spent > 0) {
      this.#used += spent;
      this.#subjects.set(subject, own + spent);
    }
    return { limit: Math.max(most, own, 1), remaining: mayUse - spent, resetsInMs, admitted: spent > 0 };
  }
}
