import { EnvironmentError } from './environment.ts';

/**
 * Runs a process to its end. An environment that cannot be used is one sentence on standard error and exit status
 * 2; being told to stop while it still waits for something is an end like any other.
 */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (error instanceof EnvironmentError) {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 2;
    } else if (error instanceof Error && error.name === 'AbortError') {
      // What it was connected to already would keep the process alive.
      process.exit(0);
    } else throw error;
  }
}
