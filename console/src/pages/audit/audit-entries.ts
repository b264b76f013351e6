import { queryOptions } from '@tanstack/react-query';
import type { AuditEntry } from '#contract/audit.ts';
import { api, dataOf } from '../../api/client.ts';
import { listQuery, pagesOf } from '../../api/list-query.ts';
import { type AuditSearch, type EntryPlace, toQuery } from './audit-search.ts';

export type { AuditEntry };

const entriesAtOnce = 100;

/** The log in the order of its chain. @param limit of a page. Default: as the API says */
export const entriesQuery = (search: AuditSearch, limit?: number) =>
  listQuery<AuditEntry>({
    queryKey: ['audit', search],
    load: (cursor, signal) =>
      api.GET('/v1/audit', {
        params: { query: { ...toQuery(search), ...(limit && { limit }), ...(cursor && { cursor }) } },
        signal,
      }),
  });

/** An entry by its place; null if there is none. Of a moment, there are no more entries than on a page. */
export const entryQuery = ({ seq, at }: EntryPlace) =>
  queryOptions({
    queryKey: ['audit-entry', seq, at],
    queryFn: async ({ signal }) => {
      const to = new Date(Date.parse(at) + 1).toISOString();
      const query = { from: at, to, limit: entriesAtOnce };
      const entries = dataOf(await api.GET('/v1/audit', { params: { query }, signal }));
      return entries.find((entry) => entry.seq === seq) ?? null;
    },
  });

/** The log, page by page in the order of its chain, as the pages are asked for. */
export function pagesOfLog(search: AuditSearch, signal: AbortSignal): AsyncGenerator<AuditEntry[]> {
  return pagesOf(entriesQuery(search, entriesAtOnce), signal);
}
