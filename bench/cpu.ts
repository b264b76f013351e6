import { readFile } from 'node:fs/promises';

/** Linux counts process times in hundredths of a second. */
const ticksPerSecond = 100;

/** CPU seconds that each process has used so far, user and system. Linux only, otherwise empty. */
export async function cpuSeconds(pids: Record<string, number>): Promise<Record<string, number>> {
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
