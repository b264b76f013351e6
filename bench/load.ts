import { quantile } from './figures.ts';

/** The result of a load by `clients`, each of which waits for one piece of work before it starts the next. */
export type Load = Record<'p50_ms' | 'p95_ms' | 'per_second', number>;

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
