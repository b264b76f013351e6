import { EnvironmentError } from '#process/config/environment.ts';
import { EndsEarly } from '#worker/ends-early.ts';

/**
 * Runs a process to its end. If the environment cannot be used, prints one sentence to standard error and exits with
 * status 2. Being stopped while it still waits for something is a normal end, and having to leave work behind is status 1.
 */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (thrown) {
    // A part that cannot be closed does not change why the process ends.
    const error: unknown = thrown instanceof SuppressedError ? thrown.suppressed : thrown;
    if (error instanceof EnvironmentError) {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 2;
    } else if (error instanceof Error && error.name === 'AbortError') {
      // Open connections would keep the process alive.
      process.exit(0);
    } else if (error instanceof EndsEarly) process.exit(1);
    else throw thrown;
  }
}
