import { cpuSeconds } from './cpu.ts';
import { type Load, load, median } from './load.ts';

/** One side of a comparison: what is measured, and its preparation. */
export interface Side {
  /** Creates what one round needs; not measured. */
  prepare?: (count: number, clients: number) => Promise<void>;
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
  {
    title,
    clients,
    count,
    pids,
  }: { title: string; clients: number; count: number; pids: Record<string, number> },
  baseline: Side,
  ours: Side,
): Promise<Comparison> {
  const measure = async (side: Side, works: number): Promise<Load> => {
    await side.prepare?.(works, clients);
    return await load(clients, works, side.work, side.after);
  };
  await measure(baseline, Math.ceil(count / 2));
  await measure(ours, Math.ceil(count / 2));
  const measured: { baseline: Load; ours: Load }[] = [];
  const cpu: Record<string, number[]>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = await cpuSeconds(pids);
    const one = await measure(baseline, count);
    const between = await cpuSeconds(pids);
    const other = await measure(ours, count);
    measured.push({ baseline: one, ours: other });
    cpu.push(cpuPerWork([before, between, await cpuSeconds(pids)], count));
  }
  console.log(`\nCPU in ms, preparation included: ${title}, ${clients} client${clients === 1 ? '' : 's'}`);
  console.table(medianCpu(cpu));
  const figures = (side: 'baseline' | 'ours'): Load => ({
    p50_ms: median(measured.map((one) => one[side].p50_ms)),
    p95_ms: median(measured.map((one) => one[side].p95_ms)),
    per_second: median(measured.map((one) => one[side].per_second)),
  });
  return {
    title,
    clients,
    baseline: figures('baseline'),
    ours: figures('ours'),
    p50_ratio: median(measured.map((one) => one.ours.p50_ms / one.baseline.p50_ms)),
    throughput_ratio: median(measured.map((one) => one.ours.per_second / one.baseline.per_second)),
  };
}

/** CPU milliseconds of each part for one piece of work of each side. */
function cpuPerWork(marks: Record<string, number>[], count: number): Record<string, number[]> {
  const [first = {}] = marks;
  return Object.fromEntries(
    Object.keys(first).map((part) => [
      part,
      marks.slice(1).map((mark, index) => (((mark[part] ?? 0) - (marks[index]?.[part] ?? 0)) * 1000) / count),
    ]),
  );
}

function medianCpu(measured: Record<string, number[]>[]): Record<string, Record<string, string>> {
  const [first = {}] = measured;
  const side = (part: string, index: number) =>
    median(measured.map((one) => one[part]?.[index] ?? Number.NaN)).toFixed(1);
  return Object.fromEntries(
    Object.keys(first).map((part) => [part, { baseline: side(part, 0), ours: side(part, 1) }]),
  );
}
