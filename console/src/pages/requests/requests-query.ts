import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { listQuery } from '../../api/list-query.ts';
import type { Request as RecordedRequest } from '../../api/schema.ts';
import type { Filters } from './request-filters.tsx';

/** A request that was made of the API. */
export type Request = RecordedRequest;

/** The requests that fit filters, newest first. */
export const requestsQuery = (filters: Filters) =>
  listQuery<Request>({
    queryKey: ['requests', filters],
    load: (cursor, signal) =>
      api.GET('/v1/requests', { params: { query: { ...filters, ...(cursor && { cursor }) } }, signal }),
  });

/** A request by its Request-Id. */
export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['request', id],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET('/v1/requests/{id}', { params: { path: { id } }, signal })),
  });
