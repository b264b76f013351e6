interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Does work for many items of one key together, within this process. The first item is worked on at once. Those that come
 * meanwhile wait, and are then worked on together, so that writers of one document share a write instead of conflicting.
 */
export class Gathering<Item, Result> {
  readonly #work: (key: string, items: Item[]) => Promise<Result[]>;
  readonly #most: number;
  /** Those that wait, by the key of the work in progress. */
  readonly #waiting = new Map<string, Waiting<Item, Result>[]>();

  /**
   * @param work returns a result for each item, in their order. If it fails, it fails for all of them
   * @param most how many items are worked on together
   */
  constructor(work: (key: string, items: Item[]) => Promise<Result[]>, most: number) {
    this.#work = work;
    this.#most = most;
  }

  /** Resolves to the result for an item. @throws what the work throws */
  async add(key: string, item: Item): Promise<Result> {
    return await new Promise<Result>((resolve, reject) => {
      const own = { item, resolve, reject };
      const waiting = this.#waiting.get(key);
      if (waiting !== undefined) waiting.push(own);
      else {
        this.#waiting.set(key, []);
        void this.#workOn(key, [own]);
      }
    });
  }

  async #workOn(key: string, first: Waiting<Item, Result>[]): Promise<void> {
    for (let group = first; group.length > 0; group = this.#next(key)) await this.#workOnce(key, group);
  }

  async #workOnce(key: string, group: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(
        key,
        group.map(({ item }) => item),
      );
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  #next(key: string): Waiting<Item, Result>[] {
    const next = this.#waiting.get(key)?.splice(0, this.#most) ?? [];
    if (next.length === 0) this.#waiting.delete(key);
    return next;
  }
}
