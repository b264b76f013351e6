import { byteOrderMark, csvLine, type CsvValue } from '#contract/words/csv.ts';

/** A column of a file. */
export interface CsvColumn<Item> {
  name: string;
  csv: (item: Item) => CsvValue;
}

/** A longer file is more than spreadsheets read well, and than a page should ask the API for. */
const mostRows = 50_000;

/**
 * Writes rows as CSV, page by page. The browser may keep the finished part on disk.
 * @param onProgress called with the number of rows so far
 */
export async function csvOf<Item>(
  columns: readonly CsvColumn<Item>[],
  pages: AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>,
  onProgress: (rows: number) => void = () => {},
): Promise<Blob> {
  const parts: Blob[] = [new Blob([byteOrderMark, csvLine(columns.map(({ name }) => name))])];
  let count = 0;
  for await (const page of pages) {
    const rows = page.slice(0, mostRows - count);
    parts.push(new Blob(rows.map((item) => csvLine(columns.map(({ csv }) => csv(item))))));
    count += rows.length;
    onProgress(count);
    if (count >= mostRows) break;
  }
  return new Blob(parts, { type: 'text/csv' });
}
