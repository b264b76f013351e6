import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { api, dataOf } from '../../api/client.ts';
import { listQuery } from '../../api/list-query.ts';
import type { Change } from '../../api/schema.ts';
import { readCurrent } from './read-current.ts';

/** The changes, read again while they are on the screen. */
export const changesQuery = listQuery<Change>({
  queryKey: ['changes'],
  refetchMs: 5000,
  load: (cursor, signal) =>
    api.GET('/v1/changes', { params: { query: { ...(cursor && { cursor }) } }, signal }),
});

/** The current value that a change would replace; null if there is none. */
export const currentQuery = (change: Change) =>
  queryOptions({
    queryKey: ['changes', change.id, 'current'],
    queryFn: async ({ signal }) => {
      try {
        return (await readCurrent(change, signal)) ?? null;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });

/** The four-eyes settings. */
export const fourEyesQuery = queryOptions({
  queryKey: ['four-eyes'],
  queryFn: async ({ signal }) => dataOf(await api.GET('/v1/settings/four-eyes', { signal })),
});

/** A change by its id. */
export const changeQuery = (id: string) =>
  queryOptions({
    queryKey: ['changes', id],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET('/v1/changes/{id}', { params: { path: { id } }, signal })),
  });
