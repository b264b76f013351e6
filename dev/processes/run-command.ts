import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { guardProcessGroup } from './guard.ts';
import { LogFile } from './log-file.ts';
import { signalGroup } from './signal-group.ts';

export type Command = {
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
  /** Gets everything that the command prints, appended. */
  logFile: string;
  onLine?: (line: string) => void;
  /** Ends the command after this many milliseconds. */
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
};

/**
 * Runs a command to its end; the command and all it started end with this process at the latest.
 * @throws with the last line that it printed when it fails, or with the signal's reason when it is aborted.
 */
export async function runCommand({ command, args, env, cwd, logFile, ...options }: Command): Promise<void> {
  options.signal?.throwIfAborted();
  const log = new LogFile(logFile);
  const child = spawn(command, args, {
    env,
    ...(cwd !== undefined && { cwd }),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : (signal ?? `exit code ${code}`)));
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      log.append(line);
      options.onLine?.(line);
    });
  }
  const { pid } = child;
  const release = pid === undefined ? undefined : guardProcessGroup(pid);
  const kill = (): void => {
    if (pid !== undefined) signalGroup(pid, 'SIGKILL');
  };
  options.signal?.addEventListener('abort', kill);
  const timer = options.timeoutMs === undefined ? undefined : setTimeout(kill, options.timeoutMs);
  const failure = await ended;
  clearTimeout(timer);
  options.signal?.removeEventListener('abort', kill);
  release?.();
  options.signal?.throwIfAborted();
  if (failure !== undefined) throw new Error(`${failure}: ${log.lastLine()}`);
}
