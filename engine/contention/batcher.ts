/** An item that waits for its group, and the caller that waits for its result. */
interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Group commit: works on the items of one key in groups, one group at a time. An item that arrives while nothing is
 * under way starts at once; items that arrive during the work form the next group.
 */
export class Batcher<Item, Result> {
  readonly #work: (key: string, items: Item[]) => Promise<Result[]>;
  readonly #largest: number;
  /** Items that wait, by key. A key is present while its work is under way. */
  readonly #waiting = new Map<string, Waiting<Item, Result>[]>();

  /**
   * @param work returns a result for each item, in order; if it throws, every item of the group fails
   * @param largest the most items in a group
   */
  constructor(work: (key: string, items: Item[]) => Promise<Result[]>, largest: number) {
    this.#work = work;
    this.#largest = largest;
  }

  /**
   * @returns the item's own result
   * @throws what the work on its group threw
   */
  async add(key: string, item: Item): Promise<Result> {
    return await new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(key);
      if (waiting !== undefined) {
        waiting.push({ item, resolve, reject });
        return;
      }
      const first = [{ item, resolve, reject }];
      this.#waiting.set(key, first);
      void this.#run(key, first);
    });
  }

  async #run(key: string, waiting: Waiting<Item, Result>[]): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.splice(0, this.#largest);
      try {
        const results = await this.#work(
          key,
          group.map(({ item }) => item),
        );
        group.forEach(({ resolve }, index) => resolve(results[index] as Result));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#waiting.delete(key);
  }
}
