import { SetupProblem } from '../setup-problem.ts';
import { launch, type Launched, type Program } from './launch.ts';
import { waitUntil } from './wait-until.ts';

export type ProcessSpec = Program & {
  /** How the terminal calls it: "Temporal", "the API". */
  name: string;
  /** Whether the process answers; asked again and again. */
  answers: () => Promise<boolean>;
  readyTimeoutMs: number;
  /** How long it may take to stop by itself before it is killed. */
  stopTimeoutMs: number;
};

/** A process that answers. */
export type StartedProcess = Pick<Launched, 'exited' | 'signal'> & {
  pid: number;
  /** Asks it to stop, kills it when it takes too long, and resolves once it is gone. */
  stop(): Promise<void>;
};

/**
 * Starts a process in a group of its own and resolves when it answers. It ends with this process at the latest.
 * @throws SetupProblem when it ends or does not answer in time; nothing is then left of it.
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
