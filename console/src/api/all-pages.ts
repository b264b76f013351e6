import { collectionOf } from '#heddle-client/pages.ts';
import type { PageOf } from './page-of.ts';

/** The most items that are read at once. */
const most = 2000;

/** Reads a collection to its end, for what is chosen from as a whole. Stops after 2,000 items. */
export async function allPages<Item>(
  load: (cursor: string | undefined) => Promise<{ data?: PageOf<Item> | undefined }>,
): Promise<Item[]> {
  const loadPage = async (cursor: string | undefined) => {
    const { data } = await load(cursor);
    if (data === undefined) throw new Error('a success without a body');
    return data;
  };
  return await collectionOf(loadPage).toArray({ most });
}
