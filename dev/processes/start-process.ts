import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupProblem } from '../setup-problem.ts';
import { guardProcessGroup } from './guard.ts';
import { LogFile } from './log-file.ts';
import { signalGroup } from './signal-group.ts';
import { waitUntil } from './wait-until.ts';

export type ProcessSpec = {
  /** How the terminal calls it: "Temporal", "the API". */
  name: string;
  command: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Gets everything that the process prints, appended. */
  logFile: string;
  /** Also gets every line that it prints. */
  onLine?: (line: string) => void;
  /** Called with the pid at once, before the process answers. */
  onSpawn?: (pid: number) => void;
  /** Whether the process answers; asked again and again. */
  answers: () => Promise<boolean>;
  readyTimeoutMs: number;
  /** How long it may take to stop by itself before it is killed. */
  stopTimeoutMs: number;
};

/** A process that answers. */
export type StartedProcess = {
  pid: number;
  /** How it ended, in words ("exit code 1", "SIGKILL"); pending while it runs. */
  exited: Promise<string>;
  /** Asks it to stop, kills it when it takes too long, and resolves once it is gone. */
  stop(): Promise<void>;
};

/**
 * Starts a process in a group of its own and resolves when it answers. It ends with this process at the latest.
 * @throws SetupProblem when it ends or does not answer in time; nothing is then left of it.
 */
export async function startProcess(spec: ProcessSpec, signal?: AbortSignal): Promise<StartedProcess> {
  signal?.throwIfAborted();
  const log = new LogFile(spec.logFile);
  const child = launch(spec);
  const exited = exitOf(child);
  // Without a pid the start itself failed, which `exited` tells.
  if (child.pid === undefined) throw new SetupProblem(`${spec.name} could not be started: ${await exited}.`);
  const pid = child.pid;
  const release = guardProcessGroup(pid);
  void exited.then(release);
  spec.onSpawn?.(pid);
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const tooLong = sleep(spec.stopTimeoutMs, undefined, { ref: false }).then(() =>
      signalGroup(pid, 'SIGKILL'),
    );
    await Promise.race([exited, tooLong]);
    await exited;
  };
  try {
    await answered(spec, exited, log, signal);
  } catch (error) {
    signalGroup(pid, 'SIGKILL');
    await exited;
    signal?.throwIfAborted();
    throw new SetupProblem((error as Error).message, { cause: error });
  }
  return { pid, exited, stop };
}

function launch(spec: ProcessSpec): ChildProcess {
  mkdirSync(dirname(spec.logFile), { recursive: true });
  const log = openSync(spec.logFile, 'a');
  try {
    const output = spec.onLine === undefined ? log : 'pipe';
    const child = spawn(spec.command, spec.args, {
      ...(spec.env && { env: spec.env }),
      ...(spec.cwd !== undefined && { cwd: spec.cwd }),
      // A group of its own: Ctrl-C on the terminal must not reach it, for parts are stopped in order.
      detached: true,
      stdio: ['ignore', output, output],
    });
    if (spec.onLine) readLines(child, spec);
    return child;
  } finally {
    closeSync(log);
  }
}

function readLines(child: ChildProcess, { logFile, onLine }: ProcessSpec): void {
  const log = new LogFile(logFile);
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      log.append(line);
      onLine?.(line);
    });
  }
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    // `close`, not `exit`: by then its last lines have been read too.
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

async function answered(
  spec: ProcessSpec,
  exited: Promise<string>,
  log: LogFile,
  signal?: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const stopped = exited.then((how) => {
    throw new Error(
      `${spec.name} stopped before it answered (${how}): ${log.lastLine()} (log: ${spec.logFile})`,
    );
  });
  const ready = waitUntil(spec.answers, {
    timeoutMs: spec.readyTimeoutMs,
    what: `${spec.name} answers; its log is ${spec.logFile}`,
    signal: AbortSignal.any([over.signal, ...(signal ? [signal] : [])]),
  });
  try {
    await Promise.race([ready, stopped]);
  } finally {
    over.abort();
    // The one that lost the race must not fail unseen later.
    ready.catch(() => undefined);
    stopped.catch(() => undefined);
  }
}
