import type { ApiAnswer, ApiClient } from './api-client.ts';

/**
 * Walks a collection to its end; resolves to its pages.
 * @param between is done between two pages
 */
export async function walk<Item>(
  client: ApiClient,
  path: string,
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<ApiAnswer<Item[]>[]> {
  const pages = [await client.get<Item[]>(path)];
  for (;;) {
    const { has_more, next_cursor } = (pages.at(-1) as ApiAnswer<Item[]>).pagination;
    if (!has_more) return pages;
    await between();
    pages.push(await client.get<Item[]>(`${path}${path.includes('?') ? '&' : '?'}cursor=${next_cursor}`));
  }
}
