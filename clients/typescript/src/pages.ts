import { shareResponse } from './response-info.ts';
import type { Pagination } from './schema/types.gen.ts';

/** A page of a collection. Iterate over it to get its items and those of all pages after it. */
export class Page<Item> implements AsyncIterable<Item> {
  readonly data: Item[];
  readonly pagination: Pagination;
  readonly #load: (cursor: string) => Promise<Page<Item>>;

  constructor(
    { data, pagination }: { data: Item[]; pagination: Pagination },
    load: (cursor: string) => Promise<Page<Item>>,
  ) {
    this.data = data;
    this.pagination = pagination;
    this.#load = load;
    shareResponse(data, this);
  }

  /** The page after this one, or undefined if it is the last. */
  async next(): Promise<Page<Item> | undefined> {
    const { next_cursor: cursor } = this.pagination;
    return cursor === null ? undefined : await this.#load(cursor);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    yield* this.data;
    for (let page = await this.next(); page !== undefined; page = await page.next()) yield* page.data;
  }
}

/** The collection whose pages are loaded by their cursors, and the first one by none. */
export function collectionOf<Item>(
  load: (cursor: string | undefined) => Promise<Pick<Page<Item>, 'data' | 'pagination'>>,
): Collection<Item> {
  const page = async (cursor?: string): Promise<Page<Item>> => new Page(await load(cursor), page);
  return new Collection(page);
}

/**
 * A collection: await it for its first page, or iterate over it for all of its items.
 *
 * @example
 * for await (const run of heddle.runs.list({ state: 'awaiting_input' })) console.log(run.id);
 */
export class Collection<Item> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  readonly #load: () => Promise<Page<Item>>;

  constructor(load: () => Promise<Page<Item>>) {
    this.#load = load;
  }

  then<Value = Page<Item>, Otherwise = never>(
    onPage?: ((page: Page<Item>) => Value | PromiseLike<Value>) | null,
    onError?: ((error: unknown) => Otherwise | PromiseLike<Otherwise>) | null,
  ): Promise<Value | Otherwise> {
    return this.#load().then(onPage, onError);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    yield* await this.#load();
  }

  /** The items of all pages, up to a number of them. */
  async toArray({ most = Infinity }: { most?: number } = {}): Promise<Item[]> {
    const items: Item[] = [];
    if (most <= 0) return items;
    for await (const item of this) {
      items.push(item);
      if (items.length >= most) break;
    }
    return items;
  }
}
