/** Chance that is repeatable: the same seed gives the same numbers (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** An unsigned number of 32 bits. */
  next(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** At least 0 and less than `limit`. */
  below(limit: number): number {
    return this.next() % limit;
  }

  oneIn(count: number): boolean {
    return this.next() % count === 0;
  }

  /** One of the items; undefined if there are none. */
  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.next() % items.length];
  }

  /** One of the names, each as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    let sum = 0;
    for (const name in weights) sum += weights[name];
    let left = this.below(sum);
    for (const name in weights) {
      left -= weights[name];
      if (left < 0) return name;
    }
    throw new Error('there is nothing to choose from');
  }
}
