import type { AuditEntry } from '#contract/audit.ts';
import { api } from '../../api/client.ts';
import { type AuditSearch, toQuery } from './audit-search.ts';

export type { AuditEntry };

const entriesAtOnce = 100;

/** The log, page by page in the order of its chain, as the pages are asked for. */
export async function* pagesOfLog(search: AuditSearch, signal: AbortSignal): AsyncGenerator<AuditEntry[]> {
  for (let cursor: string | undefined; ;) {
    const query = { ...toQuery(search), limit: entriesAtOnce, ...(cursor !== undefined && { cursor }) };
    const { data } = await api.GET('/v1/audit', { params: { query }, signal });
    if (data === undefined) throw new Error('a success without a body');
    yield data.data;
    const next = data.pagination.next_cursor;
    if (next === undefined || next === null) return;
    cursor = next;
  }
}
