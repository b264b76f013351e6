import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { execa, type Options } from 'execa';
import { guardProcessGroup } from './guard.ts';

/** A program to run. */
export type Program = {
  command: string;
  args: string[];
  /** All of its environment; that of this process when it is left out. */
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Gets everything that the program prints, appended. */
  logFile: string;
  /** Also gets every line that it prints. */
  onLine?: (line: string) => void;
};

/** A program that runs, or that could not be started; then there is no pid, and `exited` says why. */
export type Launched = {
  pid: number | undefined;
  /** How it ended, in words ("exit code 1", "SIGKILL"); pending while it runs. */
  exited: Promise<string>;
  /** Sends a signal, SIGTERM unless given, to the program and all that it has started. */
  signal: (signal?: NodeJS.Signals) => void;
  /** The last line with words in it, at most 500 characters. */
  lastLine: () => string;
};

/**
 * Runs a program in a process group of its own, so that Ctrl-C on the terminal does not reach it. Its group ends with
 * this process at the latest.
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
