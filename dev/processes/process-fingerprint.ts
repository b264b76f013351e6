import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * What tells a process from a later one that got the same pid: when it started, and its command line. Undefined when
 * no such process runs (a zombie counts as none).
 */
export async function processFingerprint(pid: number): Promise<string | undefined> {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

/** Whether the process that had this fingerprint still runs under this pid. */
export async function isSameProcess(pid: number, fingerprint: string): Promise<boolean> {
  return (await processFingerprint(pid)) === fingerprint;
}

async function fromProc(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    // The second field is the name in brackets, which may hold spaces: count from behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startedAt] = [fields[0], fields[19]];
    return state === 'Z' ? undefined : `${startedAt} ${commandLine.replaceAll('\0', ' ').trim()}`;
  } catch {
    return undefined;
  }
}

async function fromPs(pid: number): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'state=,lstart=,command=', '-p', String(pid)]);
    const line = stdout.trim();
    // The state changes all the time; only a zombie's matters.
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
  } catch {
    return undefined;
  }
}
