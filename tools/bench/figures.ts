/** The quantile of values: the value below which that share of them lies. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** The median of each figure over several rounds. */
export function medians<Figure extends string>(rounds: Record<Figure, number>[]): Record<Figure, number> {
  const names = Object.keys(rounds[0] ?? {}) as Figure[];
  const figures = names.map((name) => [name, median(rounds.map((round) => round[name]))]);
  return Object.fromEntries(figures) as Record<Figure, number>;
}
