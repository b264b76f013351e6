import type { TableSource } from './data/table.ts';
import type { IdentifyData } from './data/tables.ts';

/** The bank of a sort code by the built-in tables. */
export interface SortCodeHolder {
  name: string;
  short_name: string;
  /** Empty if it has none. */
  bic: string;
  type: string;
  /** Whether the table has the sort code itself, or only the range that it is in. */
  isOwn: boolean;
  /** BICs of other banks that use the range, between commas. */
  others: string;
  source: TableSource;
}

/** Finds a sort code of six digits, or else the range that it belongs to. */
export function findSortCode(sortCode: string, data: IdentifyData): SortCodeHolder | undefined {
  const known = data.sort_code.find(sortCode);
  if (known !== undefined) {
    return { ...known, isOwn: true, others: '', source: data.sort_code.sourceOf(known) };
  }
  const range = data.sort_code_range.findLast(sortCode);
  if (range === undefined || sortCode > range.to) return undefined;
  return { ...range, isOwn: false, source: data.sort_code_range.sourceOf(range) };
}
