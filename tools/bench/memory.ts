import { readFile } from 'node:fs/promises';
import type { Bench } from './start-bench.ts';
import { eachProcess, type Row } from './tables.ts';

/** Resident memory of each process, in megabytes. Linux only, otherwise empty. */
export async function memoryNow({ pids, layout }: Bench, what: string): Promise<Row> {
  const resident: Record<string, number> = {};
  for (const [name, pid] of Object.entries(pids)) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    if (kilobytes !== undefined) resident[name] = (Number(kilobytes) * 1024) / 1e6;
  }
  return { what, layout, 'resident MB': eachProcess(resident) };
}
