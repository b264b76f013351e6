import { setImmediate as endOfTurn } from 'node:timers/promises';

/** A group gathers for so many turns of the event loop at most: some milliseconds, of a busy process. */
const mostTurns = 8;

/** An item that waits for its group, and who waits for what comes of it. */
interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Does work on the items of one key in groups: what comes while a group is at work makes up the next one. Whoever
 * comes alone is served at once; under load the price of the work is shared.
 */
export class Batcher<Item, Result> {
  readonly #work: (key: string, items: Item[]) => Promise<Result[]>;
  readonly #largest: number;
  /** By key: what waits. A key is here while its work is going on. */
  readonly #waiting = new Map<string, Waiting<Item, Result>[]>();

  /**
   * @param work gives a result for each item, in their order; when it throws, all of the group fail
   * @param largest how many items a group has at most
   */
  constructor(work: (key: string, items: Item[]) => Promise<Result[]>, largest: number) {
    this.#work = work;
    this.#largest = largest;
  }

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
    const gather = async () => await gathered(waiting, this.#largest);
    for (await gather(); waiting.length > 0; await gather()) {
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

/**
 * Waits for those whose requests are read in this turn of the event loop, and in a few more as long as some are: the
 * process is at work on requests then.
 */
async function gathered(waiting: unknown[], enough: number): Promise<void> {
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const before = waiting.length;
    await endOfTurn();
    if (waiting.length === before || waiting.length >= enough) return;
  }
}
