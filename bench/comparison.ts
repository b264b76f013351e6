import { cpuPerWork } from './cpu.ts';
import { median, medians } from './figures.ts';
import { type Load, load } from './load.ts';

/** One side of a comparison: what is measured, and its preparation. */
export interface Side {
  /** Creates what one round needs; not measured. */
  prepare?: (count: number) => Promise<void>;
  work: (client: number) => Promise<void>;
  /** Lets a piece of work finish what it leaves behind, outside of its time. */
  after?: () => Promise<void>;
}

export interface Comparison {
  title: string;
  clients: number;
  baseline: Load;
  ours: Load;
  /** Ours divided by the baseline, the median over the rounds. */
  p50_ratio: number;
  throughput_ratio: number;
}

const rounds = 5;

/** Measures the two sides alternately on the same servers, so that a change in the machine's speed affects both. */
export async function compare(
  what: { title: string; clients: number; count: number; pids: Record<string, number> },
  baseline: Side,
  ours: Side,
): Promise<Comparison> {
  const { title, clients, count, pids } = what;
  const measure = async ({ prepare, work, after }: Side, works: number): Promise<Load> => {
    await prepare?.(works);
    return await load(clients, works, work, after);
  };
  const sides = { baseline, ours };
  const loads: Record<keyof typeof sides, Load[]> = { baseline: [], ours: [] };
  const cpu: Record<keyof typeof sides, Record<string, number>[]> = { baseline: [], ours: [] };
  for (const side of Object.values(sides)) await measure(side, Math.ceil(count / 2));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ['baseline', 'ours'] as const) {
      const used = await cpuPerWork(pids, count, async () => {
        loads[name].push(await measure(sides[name], count));
      });
      cpu[name].push(used);
    }
  }
  const [cpuOfBaseline, cpuOfOurs] = [medians(cpu.baseline), medians(cpu.ours)];
  console.log(`\nCPU in ms, preparation included: ${title}, ${clients} client${clients === 1 ? '' : 's'}`);
  console.table(
    Object.fromEntries(
      Object.entries(cpuOfBaseline).map(([part, ms]) => [
        part,
        { baseline: ms.toFixed(1), ours: cpuOfOurs[part]?.toFixed(1) },
      ]),
    ),
  );
  const ratio = (figure: keyof Load) =>
    median(loads.ours.map((one, round) => one[figure] / (loads.baseline[round]?.[figure] ?? Number.NaN)));
  return {
    title,
    clients,
    baseline: medians(loads.baseline),
    ours: medians(loads.ours),
    p50_ratio: ratio('p50_ms'),
    throughput_ratio: ratio('per_second'),
  };
}
