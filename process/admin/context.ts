import type { Database } from '#store/mongo/database.ts';

/** The dependencies of the commands. */
export interface CommandContext {
  env: NodeJS.ProcessEnv;
  /** Writes text to standard output. */
  write: (text: string) => void;
  /** Prints a value as a line of JSON. */
  print: (value: unknown) => void;
  /** An action that works on the database, which is open for as long. */
  onDatabase: <Arguments extends unknown[]>(
    work: (db: Database, ...args: Arguments) => Promise<void>,
  ) => (...args: Arguments) => Promise<void>;
  /** From now on, SIGINT and SIGTERM abort this signal instead of ending the process. */
  stopSignal: () => AbortSignal;
  /** Sets the exit status of a command that completes with findings. */
  endWith: (status: number) => void;
}
