import { csvHeader, csvOfEntry } from '#contract/words/audit-csv.ts';
import { byteOrderMark } from '#contract/words/csv.ts';
import { type AuditEntry, pagesOfLog } from '../audit-entries.ts';
import type { AuditSearch } from '../audit-search.ts';

const formats = {
  csv: { head: `${byteOrderMark}${csvHeader}`, lineOf: csvOfEntry, type: 'text/csv' },
  jsonl: {
    head: '',
    lineOf: (entry: AuditEntry) => `${JSON.stringify(entry)}\n`,
    type: 'application/x-ndjson',
  },
};

export type ExportFormat = keyof typeof formats;

/**
 * Writes all entries to a file, page by page. The page stays usable, and the browser may keep the finished part on
 * disk.
 */
export async function exportLog({
  format,
  search,
  signal,
  onProgress,
}: {
  format: ExportFormat;
  search: AuditSearch;
  signal: AbortSignal;
  onProgress: (entries: number) => void;
}): Promise<Blob> {
  const { head, lineOf, type } = formats[format];
  const parts: Blob[] = [new Blob([head])];
  let count = 0;
  for await (const page of pagesOfLog(search, signal)) {
    parts.push(new Blob([page.map(lineOf).join('')]));
    count += page.length;
    onProgress(count);
  }
  return new Blob(parts, { type });
}
