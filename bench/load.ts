/** The result of a load by `clients`, each of which waits for one piece of work before it starts the next. */
export interface Load {
  p50_ms: number;
  p95_ms: number;
  per_second: number;
}

/**
 * Runs `work` with that many concurrent clients until `count` are done.
 * @param after follows each piece of work, and is not part of its time
 */
export async function load(
  clients: number,
  count: number,
  work: (client: number) => Promise<void>,
  after?: () => Promise<void>,
): Promise<Load> {
  const latencies: number[] = [];
  let started = 0;
  const startedAt = performance.now();
  const client = async (_: unknown, index: number) => {
    while (started < count) {
      started += 1;
      const before = performance.now();
      await work(index);
      latencies.push(performance.now() - before);
      await after?.();
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - startedAt) / 1000;
  return { p50_ms: quantile(latencies, 0.5), p95_ms: quantile(latencies, 0.95), per_second: count / seconds };
}

/** The quantile of values: the value below which that share of them lies. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: number[]): number {
  return quantile(values, 0.5);
}
