import type { Page } from '#heddle-client/pages.ts';

/** A page of a collection, as the API returns it. */
export type PageOf<Item> = Pick<Page<Item>, 'data' | 'pagination'>;
