import { mostDecided } from '#contract/most-decided.ts';

/** The calls that are selected, by their ids. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** The row at which a range begins: the last one that was selected by itself. */
  anchor?: string;
  /** The selection without the range, which shrinks when its end comes back. */
  before: ReadonlySet<string>;
}

export const nothingSelected: Selection = { ids: new Set(), before: new Set() };

/** A row that a range may include; a call that no longer waits, or a question, is not selectable. */
export interface SelectableRow {
  id: string;
  selectable: boolean;
}

/** Selects one call more, or no longer. No more are selected than one request decides on. */
export function toggled({ ids }: Selection, id: string): Selection {
  const after = atMost(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id]);
  return { ids: after, anchor: id, before: after };
}

/**
 * Selects all between the anchor and a row, beside what was selected before.
 * @param from the anchor if there is none yet
 */
export function extended(
  { ids, anchor, before }: Selection,
  rows: readonly SelectableRow[],
  { from, to }: { from: string; to: string },
): Selection {
  const isKnown = rows.some(({ id }) => id === anchor);
  const start = isKnown && anchor !== undefined ? anchor : from;
  const rest = isKnown ? before : ids;
  const ends = [start, to].map((id) => rows.findIndex((row) => row.id === id));
  if (ends.includes(-1)) return { ids, before, ...(anchor !== undefined && { anchor }) };
  const range = rows.slice(Math.min(...ends), Math.max(...ends) + 1).filter(({ selectable }) => selectable);
  return { ids: atMost([...rest, ...range.map(({ id }) => id)]), anchor: start, before: rest };
}

/** Selects the rows that can be, from the first one on. */
export function allOf(rows: readonly SelectableRow[]): Selection {
  const ids = atMost(rows.filter(({ selectable }) => selectable).map(({ id }) => id));
  return { ids, before: ids };
}

/** Selects these no longer. */
export function withoutCalls({ ids, before }: Selection, gone: ReadonlySet<string>): Selection {
  const rest = (set: ReadonlySet<string>) => new Set([...set].filter((id) => !gone.has(id)));
  return { ids: rest(ids), before: rest(before) };
}

function atMost(ids: readonly string[]): ReadonlySet<string> {
  return new Set([...new Set(ids)].slice(0, mostDecided));
}
