import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether a process runs under this pid; one that has ended, and that its parent has not noticed, does not. */
export function isRunning(pid: number): boolean {
  try {
    return !stateOf(pid).startsWith('Z');
  } catch {
    return false;
  }
}

function stateOf(pid: number): string {
  if (process.platform !== 'linux') return execFileSync('ps', ['-o', 'state=', '-p', String(pid)]).toString();
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may hold spaces and brackets: the state comes after the last one.
  return stat.slice(stat.lastIndexOf(')') + 2);
}
