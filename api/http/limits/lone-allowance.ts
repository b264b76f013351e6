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
   */
  admit(limit: number, subject: string | undefined): Allowance {
    const now = performance.now();
    if (now >= this.#resetsAt) {
      this.#resetsAt = now + rateWindowMs;
      this.#used = 0;
      this.#subjects.clear();
    }
    const resetsInMs = this.#resetsAt - now;
    const left = Math.max(limit - this.#used, 0);
    if (subject === undefined) {
      this.#used += Math.min(left, 1);
      return { limit, remaining: Math.max(left - 1, 0), resetsInMs, admitted: left > 0 };
    }
    const own = this.#subjects.get(subject) ?? 0;
    const most = subjectLimit(limit, this.#used - own);
    const mayUse = Math.max(Math.min(most - own, left), 0);
    if (mayUse > 0) {
      this.#used += 1;
      this.#subjects.set(subject, own + 1);
    }
    return {
      limit: Math.max(most, own, 1),
      remaining: Math.max(mayUse - 1, 0),
      resetsInMs,
      admitted: mayUse > 0,
    };
  }
}
