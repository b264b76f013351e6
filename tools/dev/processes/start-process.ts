import { SetupProblem } from '../setup-problem.ts';
import { launch, type Launched, type Program } from './launch.ts';
import { waitUntil } from './wait-until.ts';

export type ProcessSpec = Program & {
  /** Its name in the terminal: "Temporal", "the API". */
  name: string;
  /** Whether the process responds; called repeatedly. */
  answers: () => Promise<boolean>;
  readyTimeoutMs: number;
  /** How long it may take to stop before it is killed. */
  stopTimeoutMs: number;
};

/** A process that responds. */
export type StartedProcess = Pick<Launched, 'exited' | 'signal'> & {
  pid: number;
  /** Asks it to stop, kills it if that takes too long, and resolves once it has exited. */
  stop(): Promise<void>;
};

/**
 * Starts a process in a group of its own and resolves when it responds. It ends together with this process at the
 * latest.
 * @throws SetupProblem if it exits or does not respond in time; nothing of it is then left.
 */
export async function startProcess(spec: ProcessSpec, aborted?: AbortSignal): Promise<StartedProcess> {
  aborted?.throwIfAborted();
  const launched = launch(spec, { forceKillAfterDelay: spec.stopTimeoutMs });
  const { pid, exited, signal } = launched;
  if (pid === undefined) throw new SetupProblem(`${spec.name} could not be started: ${await exited}.`);
  try {
    await answered(spec, launched, aborted);
  } catch (error) {
    signal('SIGKILL');
    await exited;
    aborted?.throwIfAborted();
    throw new SetupProblem((error as Error).message, { cause: error });
  }
  const stop = async (): Promise<void> => {
    signal();
    await exited;
  };
  return { pid, exited, signal, stop };
}

async function answered(
  { name, logFile, answers, readyTimeoutMs }: ProcessSpec,
  { exited, lastLine }: Launched,
  aborted?: AbortSignal,
): Promise<void> {
  let how: string | undefined;
  void exited.then((words) => (how = words));
  await waitUntil(async () => how !== undefined || (await answers()), {
    timeoutMs: readyTimeoutMs,
    what: `${name} answers; its log is ${logFile}`,
    signal: aborted,
  });
  if (how !== undefined) {
    throw new Error(`${name} stopped before it answered (${how}): ${lastLine()} (log: ${logFile})`);
  }
}
