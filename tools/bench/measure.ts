import { cpuPerWork } from './cpu.ts';
import { median, medians } from './figures.ts';
import { type Load, load } from './load.ts';
import type { Bench } from './start-bench.ts';
import { cells, eachProcess, type Row } from './tables.ts';

/** Something to measure. */
export interface Work {
  what: string;
  /** Creates what one round needs; not measured. */
  prepare?: (count: number) => Promise<void>;
  /** One piece of work, by one of the clients. */
  work: (client: number) => Promise<void>;
  /** Ends what one round needed; not measured. */
  finish?: () => Promise<void>;
}

const rounds = 3;

/**
 * Measures works alternately on the same servers, so that a change in the machine's speed affects all of them. A row for each
 * has medians of three rounds, its ratios to the first work, and the CPU milliseconds that one piece takes in each process.
 * @param options.warmUp how many pieces of each work come before. Default: half a round
 */
export async function measure(
  { pids, layout }: Bench,
  { clients, count, warmUp = Math.ceil(count / 2) }: { clients: number; count: number; warmUp?: number },
  works: Work[],
): Promise<Row[]> {
  const once = async (
    { prepare, work, finish }: Work,
    pieces: number,
  ): Promise<{ figures: Load; cpu: Record<string, number> }> => {
    await prepare?.(pieces);
    let figures: Load | undefined;
    const cpu = await cpuPerWork(pids, pieces, async () => {
      figures = await load(clients, pieces, work);
    });
    await finish?.();
    if (figures === undefined) throw new Error('nothing was measured');
    return { figures, cpu };
  };
  for (const work of works) await once(work, warmUp);
  const measured = works.map((): Awaited<ReturnType<typeof once>>[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, work] of works.entries()) measured[index]?.push(await once(work, count));
  }
  return works.map(({ what }, index) => {
    const own = measured[index] ?? [];
    const ratio = (figure: keyof Load) =>
      median(
        own.map(
          ({ figures }, round) => figures[figure] / (measured[0]?.[round]?.figures[figure] ?? Number.NaN),
        ),
      );
    return {
      what,
      layout,
      clients: String(clients),
      ...cells(medians(own.map(({ figures }) => figures))),
      ...cells({ 'p50 ratio': ratio('p50 ms'), 'rate ratio': ratio('a second') }, 2),
      'CPU ms': eachProcess(medians(own.map(({ cpu }) => cpu)), 1),
    };
  });
}
