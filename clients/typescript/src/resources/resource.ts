import type { ApiRequest, Query, RequestOptions } from '../options.ts';
import { type Collection, collectionOf } from '../pages.ts';
import type { Change, Pagination } from '../schema/types.gen.ts';
import type { Transport } from '../transport.ts';

/** The result of a configuration change: the created resource or, where two people are needed, the proposed change. */
export type OrChange<Made> = Made | Change;

/** Whether a change was only proposed, and takes effect when somebody else approves it. */
export function isProposed(made: object): made is Change {
  return 'operation' in made && 'proposed' in made;
}

/** Part of the API. */
export class Resource {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  protected async data<Data>(
    method: ApiRequest['method'],
    path: string,
    { options, ...rest }: Omit<ApiRequest, 'method' | 'path'> & { options?: RequestOptions | undefined } = {},
  ): Promise<Data> {
    return (await this.transport.json<{ data: Data }>({ method, path, ...rest }, options)).data;
  }

  protected collection<Item>(path: string, query: Query = {}, options?: RequestOptions): Collection<Item> {
    return collectionOf(
      async (cursor) =>
        await this.transport.json<{ data: Item[]; pagination: Pagination }>(
          { method: 'GET', path, query: cursor === undefined ? query : { ...query, cursor } },
          options,
        ),
    );
  }
}

/** A segment of a path. */
export const segment = encodeURIComponent;
