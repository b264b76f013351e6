import { readFile } from 'node:fs/promises';

/** Figures of processes, by their names. Linux only, otherwise empty. */
export type ByProcess = Record<string, number>;

/** Linux counts process times in hundredths of a second. */
const ticksPerSecond = 100;

/** CPU milliseconds that each process uses while `work` lasts, user and system. */
export async function cpuOf(pids: ByProcess, work: () => Promise<unknown>): Promise<ByProcess> {
  const before = await cpuMilliseconds(pids);
  await work();
  const after = Object.entries(await cpuMilliseconds(pids));
  return Object.fromEntries(after.map(([name, ms]) => [name, ms - (before[name] ?? 0)]));
}

/** The memory that each process has resident, in megabytes. */
export async function memoryOf(pids: ByProcess): Promise<ByProcess> {
  return await readEach(pids, 'status', (status) => {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    return (Number(kilobytes) * 1024) / 1e6;
  });
}

async function cpuMilliseconds(pids: ByProcess): Promise<ByProcess> {
  return await readEach(pids, 'stat', (stat) => {
    // The command's name, in parentheses, may contain spaces, so fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000;
  });
}

async function readEach(
  pids: ByProcess,
  file: 'stat' | 'status',
  read: (text: string) => number,
): Promise<ByProcess> {
  const figures: ByProcess = {};
  for (const [name, pid] of Object.entries(pids)) {
    const text = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => undefined);
    if (text !== undefined) figures[name] = read(text);
  }
  return figures;
}
