import { yieldToOthers } from './yield-to-others.ts';

/** Counts the work that is done at once, so that others have their turn after so much of it. */
export class Pace {
  readonly #atOnce: number;
  #left: number;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
    this.#left = atOnce;
  }

  /** Whether it is time to let others work. */
  spend(work = 1): boolean {
    this.#left -= work;
    if (this.#left > 0) return false;
    this.#left = this.#atOnce;
    return true;
  }

  /** Lets others work if it is time. */
  async rest(work = 1): Promise<void> {
    if (this.spend(work)) await yieldToOthers();
  }
}
