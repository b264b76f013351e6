import { z } from 'zod';
import { queryInteger } from './query-integer.ts';

/** `pagination` of a collection: continue until `has_more` is false. */
export const Pagination = z
  .object({
    next_cursor: z.string().nullable().meta({ description: 'Pass it back unchanged as `cursor`.' }),
    has_more: z.boolean(),
    limit: z.int(),
  })
  .meta({ id: 'Pagination' });
export type Pagination = z.infer<typeof Pagination>;

/** The default and the largest number of items in a page. */
export interface PageBounds {
  default: number;
  max: number;
}

export const defaultPage: PageBounds = { default: 25, max: 100 };
/** Messages have 50 to a page (message.list.default-50). */
export const messagePage: PageBounds = { default: 50, max: 100 };
/** The thread list is capped at 30 (thread.list.capped-at-30). */
export const threadPage: PageBounds = { default: 25, max: 30 };

/** Query parameters of a collection. `limit` is clamped to its bounds; a value that is not an integer is refused. */
export function pageQuery(bounds: PageBounds) {
  return {
    limit: queryInteger({ pattern: /^-?\d+$/, message: 'must be an integer' })
      .transform((limit) => Math.min(Math.max(limit, 1), bounds.max))
      .optional()
      .meta({
        description: `Items per page: default ${bounds.default}, clamped to 1 to ${bounds.max}. A page of large items has fewer.`,
      }),
    cursor: z.string().optional().meta({ description: '`next_cursor` of the previous page.' }),
  };
}

/** One page of a collection, as the store returns it. */
export interface Page<Item, Position> {
  items: Item[];
  /** Where the next page starts, or null when this is the last. */
  next: Position | null;
}
