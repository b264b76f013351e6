import { hash } from 'node:crypto';

/**
 * A stream of random numbers from a seed. Two streams with the same seed are the same. A fork has a stream of its own
 * that depends only on the seed and its name, not on what was drawn before.
 */
export class Random {
  readonly #seed: string;
  #state: number;

  constructor(seed: number | string) {
    this.#seed = String(seed);
    this.#state = hash('sha256', this.#seed, 'buffer').readInt32LE();
  }

  /** A number from 0 up to, but not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer between two, both included. */
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** True for that share of the draws. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /**
   * One of several.
   * @throws {RangeError} if there are none
   */
  pick<Item>(items: readonly Item[]): Item {
    const [first] = items;
    if (first === undefined) throw new RangeError('there is nothing to pick from');
    return items[this.int(0, items.length - 1)] ?? first;
  }

  /**
   * One of several, each as often as its weight says.
   * @throws {RangeError} if there are none
   */
  weighted<Item extends { weight: number }>(items: readonly Item[]): Item {
    let left = this.next() * items.reduce((sum, { weight }) => sum + weight, 0);
    for (const item of items) {
      left -= item.weight;
      if (left < 0) return item;
    }
    return this.pick(items);
  }

  /** A stream of its own. */
  fork(name: string): Random {
    return new Random(`${this.#seed}/${name}`);
  }
}
