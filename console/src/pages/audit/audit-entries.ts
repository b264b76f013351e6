import type { AuditEntry } from '#contract/audit.ts';
import { api } from '../../api/client.ts';
import { listQuery, pagesOf } from '../../api/list-query.ts';
import { type AuditSearch, toQuery } from './audit-search.ts';

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

/** The log, page by page in the order of its chain, as the pages are asked for. */
export function pagesOfLog(search: AuditSearch, signal: AbortSignal): AsyncGenerator<AuditEntry[]> {
  return pagesOf(entriesQuery(search, entriesAtOnce), signal);
}
