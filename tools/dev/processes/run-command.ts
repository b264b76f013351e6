import { launch, type Program } from './launch.ts';

export type Command = Program & {
  /** Ends the command after this many milliseconds. */
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
};

/**
 * Runs a command to its end. The command and everything that it starts end together with this process at the latest.
 * @throws with the last line that it printed if it fails, or with the signal's reason if it is aborted.
 */
export async function runCommand({ timeoutMs, signal, ...program }: Command): Promise<void> {
  signal?.throwIfAborted();
  const { exited, lastLine } = launch(program, {
    killSignal: 'SIGKILL',
    ...(timeoutMs !== undefined && { timeout: timeoutMs }),
    ...(signal && { cancelSignal: signal }),
  });
  const how = await exited;
  signal?.throwIfAborted();
  if (how !== 'exit code 0') throw new Error(`${how}: ${lastLine()}`);
}
