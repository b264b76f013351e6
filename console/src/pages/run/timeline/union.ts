/** A start and an end. */
export type Interval = readonly [from: number, to: number];

/** The intervals in order, with those that touch each other as one. */
export function union(intervals: Interval[]): Interval[] {
  const merged: [number, number][] = [];
  for (const [from, to] of intervals.toSorted(([one], [other]) => one - other)) {
    const last = merged.at(-1);
    if (to <= from) continue;
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** How long intervals are together that do not touch each other. */
export function lengthOf(intervals: Interval[]): number {
  return intervals.reduce((sum, [from, to]) => sum + to - from, 0);
}
