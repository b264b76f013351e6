import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { execa, type Options } from 'execa';
import { guardProcessGroup } from './guard.ts';

/** A program to run. */
export type Program = {
  command: string;
  args: string[];
  /** Its whole environment. Default: that of this process. */
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** The file to which everything that the program prints is appended. */
  logFile: string;
  /** Also receives every line that it prints. */
  onLine?: (line: string) => void;
};

/** A running program, or one that could not be started; it then has no pid, and `exited` says why. */
export type Launched = {
  pid: number | undefined;
  /** How it ended, in words ("exit code 1", "SIGKILL"); pending while it runs. */
  exited: Promise<string>;
  /** Sends a signal to the program and everything that it has started. Default: SIGTERM. */
  signal: (signal?: NodeJS.Signals) => void;
  /** The last line that is not blank, at most 500 characters. */
  lastLine: () => string;
};

/**
 * Runs a program in a process group of its own, so that Ctrl-C in the terminal does not reach it. Its group ends
 * together with this process at the latest.
 */
export function launch(
  { command, args, env, cwd, logFile, onLine }: Program,
  options: Options = {},
): Launched {
  mkdirSync(dirname(logFile), { recursive: true });
  let lastLine = 'it printed nothing';
  const readLine = function* (line: unknown): Generator<string> {
    const text = String(line);
    if (/\w/.test(text)) lastLine = text.trim().slice(0, 500);
    onLine?.(text);
    yield text;
  };
  const output = [readLine, { file: logFile, append: true }];
  const child = execa(command, args, {
    ...options,
    ...(env && { env, extendEnv: false }),
    ...(cwd !== undefined && { cwd }),
    stdin: 'ignore',
    stdout: output,
    stderr: output,
    buffer: false,
    reject: false,
    killDescendants: true,
  });
  const exited = child.then(
    ({ signal, exitCode, originalMessage }) =>
      signal ?? (exitCode === undefined ? String(originalMessage) : `exit code ${exitCode}`),
  );
  if (child.pid !== undefined) {
    const release = guardProcessGroup(child.pid);
    void exited.then(release);
  }
  return {
    pid: child.pid,
    exited,
    signal: (signal) => void child.kill(signal),
    lastLine: () => lastLine,
  };
}
