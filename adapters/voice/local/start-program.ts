import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { VoiceProviderFault } from '../errors.ts';

/** A program, and what it needs. */
export interface Program {
  /** Looked for on PATH, unless it is a path. */
  command: string;
  args: readonly string[];
  /** Kills it. */
  signal: AbortSignal;
}

export interface RunningProgram {
  stdin: Writable;
  stdout: Readable;
  /**
   * Its exit code, or undefined if it was killed.
   * @throws {ProgramMissing} if it is not installed
   */
  exited: Promise<number | undefined>;
}

/** A program of `local` is not installed, or a package that it needs. */
export class ProgramMissing extends VoiceProviderFault {
  override name = 'ProgramMissing';
  readonly command: string;

  constructor(command: string) {
    super(`local needs ${command}, which is not installed`);
    this.command = command;
  }
}

/** The service's own variables are secrets of others. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'XDG_CACHE_HOME'];

/**
 * Starts a program without a shell. It sees nothing of the service's environment, and what it complains about is not
 * read, because it can quote what it was given.
 */
export function startProgram({ command, args, signal }: Program): RunningProgram {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    signal,
    killSignal: 'SIGKILL',
    env: {
      ...Object.fromEntries(passedOn.map((name) => [name, process.env[name]])),
      LC_ALL: 'C.UTF-8',
    },
  });
  // A program that ends early closes its input; its exit code reports it.
  child.stdin.on('error', () => {});
  return { stdin: child.stdin, stdout: child.stdout, exited: exitOf(child, command) };
}

async function exitOf(child: ReturnType<typeof spawn>, command: string): Promise<number | undefined> {
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code ?? undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EACCES') throw new ProgramMissing(command);
    return undefined;
  }
}
