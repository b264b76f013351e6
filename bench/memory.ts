import { memoryOf } from './processes.ts';
import type { Bench } from './start-bench.ts';
import { eachProcess, type Row } from './tables.ts';

/** What each process has resident now. */
export async function memoryNow({ pids, layout }: Bench, what: string): Promise<Row> {
  return { what, layout, 'resident MB': eachProcess(await memoryOf(pids)) };
}
