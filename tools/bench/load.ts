import { quantile } from './figures.ts';

/** The result of a load by `clients`, each of which waits for one piece of work before it starts the next. */
export type Load = Record<'p50 ms' | 'p99 ms' | 'a second', number>;

/** Runs `work` with that many concurrent clients until `count` are done. */
export async function load(
  clients: number,
  count: number,
  work: (client: number) => Promise<void>,
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
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    'p50 ms': quantile(latencies, 0.5),
    'p99 ms': quantile(latencies, 0.99),
    'a second': count / seconds,
  };
}
