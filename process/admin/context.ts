import type { Database } from '#store/mongo/database.ts';
import type { Row } from './table.ts';

/** The dependencies of the commands. */
export interface CommandContext {
  env: NodeJS.ProcessEnv;
  /** Writes text to standard output. @returns false once nobody reads it, as after `| head -1` */
  write: (text: string) => boolean;
  /** Prints a value as a line of JSON. @returns like `write` */
  print: (value: unknown) => boolean;
  /** Prints rows as a table, or as lines of JSON for programs. */
  list: (rows: readonly Row[], options: ListOptions) => void;
  /** Asks a person at the terminal; undefined if there is none. */
  ask: ((question: string) => Promise<string>) | undefined;
  /** An action that works on the database, which is open for as long. */
  onDatabase: <Arguments extends unknown[]>(
    work: (db: Database, ...args: Arguments) => Promise<void>,
  ) => (...args: Arguments) => Promise<void>;
  /** From now on, SIGINT and SIGTERM abort this signal instead of ending the process. */
  stopSignal: () => AbortSignal;
  /** Sets the exit status of a command that completes with findings. */
  endWith: (status: number) => void;
}

/** The options of commands that list something. */
export interface ListOptions {
  json?: true;
}

/** The option `--json` of commands that list something: its flags and its description. */
export const jsonOption = ['--json', 'print a line of JSON for each, for programs'] as const;
