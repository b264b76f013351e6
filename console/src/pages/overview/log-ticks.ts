const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Durations in milliseconds that a person knows, each about ten times the one before. */
const ladder = [
  1,
  10,
  100,
  second,
  10 * second,
  minute,
  10 * minute,
  hour,
  10 * hour,
  4 * day,
  40 * day,
  400 * day,
];

/** The ticks of a logarithmic axis of durations: from the last one below all values to the first one above. */
export function logTicks(valuesMs: number[]): number[] {
  if (valuesMs.length === 0) return [];
  const low = Math.min(...valuesMs);
  const high = Math.max(...valuesMs);
  const from = Math.max(
    0,
    ladder.findLastIndex((tick) => tick <= low),
  );
  const to = ladder.findIndex((tick) => tick >= high);
  // At least two, so that there is a scale.
  return ladder.slice(from, Math.max(to === -1 ? ladder.length : to + 1, from + 2));
}
