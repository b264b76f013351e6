/**
 * Where the keys of lists go: rows are marked by `data-row`, as is the link of a row. A row with `data-row="next"` stands where the
 * current one stood.
 */
export interface RowPlace {
  count: number;
  /** The row that has the focus, or else the current one; undefined if there is none. */
  at: number | undefined;
  /** The row that has taken the place of the current one, which is gone. */
  next: number | undefined;
}

/** The row to go to; undefined where there is none. */
export function rowAfter({ count, at, next }: RowPlace, by: 1 | -1): number | undefined {
  if (count === 0) return undefined;
  if (at === undefined && next === undefined) return 0;
  const to = at === undefined && next !== undefined ? (by === 1 ? next : next - 1) : (at ?? 0) + by;
  return Math.min(Math.max(to, 0), count - 1);
}
