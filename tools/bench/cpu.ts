import { readFile } from 'node:fs/promises';

/** Linux counts process times in hundredths of a second. */
const ticksPerSecond = 100;

/** CPU milliseconds of each process for one of `count` pieces of work, user and system. Linux only, otherwise empty. */
export async function cpuPerWork(
  pids: Record<string, number>,
  count: number,
  work: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const before = await cpuSeconds(pids);
  await work();
  const after = Object.entries(await cpuSeconds(pids));
  return Object.fromEntries(
    after.map(([part, seconds]) => [part, ((seconds - (before[part] ?? 0)) * 1000) / count]),
  );
}

async function cpuSeconds(pids: Record<string, number>): Promise<Record<string, number>> {
  const seconds: Record<string, number> = {};
  for (const [part, pid] of Object.entries(pids)) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    if (stat === undefined) continue;
    // The command's name, in parentheses, may contain spaces, so fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    seconds[part] = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  }
  return seconds;
}
