import { diffLines } from 'diff';

/** A line of a comparison: on the left, on the right, or the same on both sides. */
export interface LineRow {
  left?: string;
  right?: string;
  same: boolean;
}

/** Rows to show, or so many rows that are the same and left out. */
export type ShownRow = LineRow | { skipped: number };

/** How long a comparison may take. Beyond, everything between the first and the last difference counts as replaced. */
const bounds = { maxEditLength: 2000, timeout: 40 };
/** Lines that stay the same are shown this far from a difference. */
const context = 3;

/**
 * The rows of a comparison by line. Lines that were replaced stand beside those that replace them. Takes some ten milliseconds
 * at most, whatever the texts are.
 */
export function lineRows(left: string, right: string): LineRow[] {
  const rows: LineRow[] = [];
  let removed: string[] = [];
  const flush = (added: string[]): void => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      const [before, after] = [removed[index], added[index]];
      rows.push({
        same: false,
        ...(before !== undefined && { left: before }),
        ...(after !== undefined && { right: after }),
      });
    }
    removed = [];
  };
  for (const { lines, kind } of partsOf(left, right)) {
    if (kind === 'removed') {
      flush([]);
      removed = lines;
    } else if (kind === 'added') flush(lines);
    else {
      flush([]);
      for (const line of lines) rows.push({ left: line, right: line, same: true });
    }
  }
  flush([]);
  return rows;
}

interface Part {
  lines: string[];
  kind: 'same' | 'removed' | 'added';
}

function partsOf(left: string, right: string): Part[] {
  const parts = diffLines(`${left}\n`, `${right}\n`, bounds);
  if (parts === undefined) return replacedBetween(left.split('\n'), right.split('\n'));
  return parts.map(({ value, added, removed }) => ({
    lines: value.replace(/\n$/, '').split('\n'),
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }));
}

/** Keeps the common start and end, and replaces everything between. */
function replacedBetween(left: string[], right: string[]): Part[] {
  const most = Math.min(left.length, right.length);
  let start = 0;
  while (start < most && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < most - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const parts: Part[] = [
    { lines: left.slice(0, start), kind: 'same' },
    { lines: left.slice(start, left.length - end), kind: 'removed' },
    { lines: right.slice(start, right.length - end), kind: 'added' },
    { lines: left.slice(left.length - end), kind: 'same' },
  ];
  return parts.filter(({ lines }) => lines.length > 0);
}

/** The rows to show at first: differences with what is around them. */
export function shownRows(rows: readonly LineRow[]): ShownRow[] {
  const near = new Uint8Array(rows.length);
  for (const [index, { same }] of rows.entries())
    if (!same) near.fill(1, Math.max(0, index - context), index + context + 1);
  const shown: ShownRow[] = [];
  for (const [index, row] of rows.entries()) {
    const last = shown.at(-1);
    if (near[index] === 1) shown.push(row);
    else if (last !== undefined && 'skipped' in last) last.skipped += 1;
    else shown.push({ skipped: 1 });
  }
  return shown;
}
