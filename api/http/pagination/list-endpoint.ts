import { z } from 'zod';
import { defined } from '#contract/defined.ts';
import { defaultPage, type Page, type PageBounds, pageQuery } from '#contract/pagination.ts';
import type { Scope } from '#engine/ports/scope.ts';
import { type Caller, scopeOf } from '../authentication/caller.ts';
import { type Endpoint, endpoint } from '../endpoint/endpoint.ts';
import type { Cursors } from './cursors.ts';
import { answerPage } from './page.ts';

/** The restriction of a list: its owner, and the filters of the request. */
type Narrowed<Filters extends z.ZodRawShape> = Scope & {
  [Name in keyof Filters]?: Exclude<z.infer<Filters[Name]>, undefined>;
};

/** A collection to list: an endpoint without what all lists have in common. */
interface List<
  Needs,
  Filters extends z.ZodRawShape,
  Item,
  Position extends string | number,
  Data,
> extends Pick<Endpoint, 'operation' | 'summary' | 'path' | 'noun' | 'role' | 'scope' | 'errors'> {
  admit?: NonNullable<Endpoint<Needs>['admit']>;
  /**
   * Default: `management`, which lists what belongs to the workspace. Any other access lists what the caller may see.
   */
  access?: Endpoint['access'];
  /** Query parameters that filter the list, each optional. */
  filters?: Filters;
  /** Throws the error to answer with if the caller may not filter so. */
  allow?: (caller: Caller, given: { [Name in keyof Filters]?: unknown }) => void;
  /** The schema of an item. */
  item: z.ZodType<Data>;
  /** Default: {@link defaultPage}. */
  page?: PageBounds;
  /** Reads the page after a position, or the first. */
  read: (
    services: Needs,
    narrowed: Narrowed<Filters>,
    limit: number,
    after: Position | undefined,
    caller: Caller,
  ) => Promise<Page<Item, Position>>;
  present: (item: Item) => Data;
}

/** Declares the endpoint that lists a collection in pages. Its cursors are valid only for the same filters. */
export function listEndpoint<
  Needs,
  Filters extends z.ZodRawShape,
  Item,
  Data,
  Position extends string | number = string,
>({
  filters,
  allow,
  item,
  page = defaultPage,
  access = 'management',
  read,
  present,
  ...declared
}: List<Needs, Filters, Item, Position, Data>): Endpoint<Needs & { cursors: Cursors }> {
  return endpoint({
    ...declared,
    method: 'get',
    access,
    query: z.strictObject({ ...pageQuery(page), ...filters }),
    status: 200,
    data: z.array(item),
    page,
    async handle(services: Needs & { cursors: Cursors }, { caller, query }) {
      const { limit, cursor, ...given } = query;
      allow?.(caller, given);
      const { workspace_id } = caller;
      const narrowed = (
        access === 'management' ? { workspace_id, ...given } : narrow(scopeOf(caller), given)
      ) as Narrowed<Filters> | undefined;
      return await answerPage(
        {
          cursors: services.cursors,
          bounds: page,
          query: { limit, cursor },
          scope: [declared.path, JSON.stringify(narrowed ?? { workspace_id, ...given })],
        },
        async (count, after?: Position) =>
          narrowed === undefined
            ? { items: [], next: null }
            : await read(services, narrowed, count, after, caller),
        (items) => items.map(present),
      );
    },
  });
}

/**
 * Combines the caller's scope with the filters of the request (pagination.narrowed). A filter `subject` selects by
 * `subject_ref`.
 * @returns undefined if the filters select only items that the caller may not see
 */
export function narrow<Filters extends { subject?: string | undefined; [name: string]: unknown }>(
  scope: Scope,
  { subject, ...filters }: Filters,
): (Scope & Omit<Filters, 'subject'>) | undefined {
  const wanted: Record<string, unknown> = {
    ...filters,
    ...defined({ subject_ref: subject }),
  };
  for (const [name, allowed] of Object.entries(scope)) {
    if (wanted[name] !== undefined && wanted[name] !== allowed) return undefined;
  }
  return { ...(wanted as Omit<Filters, 'subject'>), ...scope };
}
