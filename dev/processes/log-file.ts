import { appendFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs';

/** A log that is written to by a child process or by us; knows what came since it was opened here. */
export class LogFile {
  readonly #file: string;
  readonly #openedAt: number;

  constructor(file: string) {
    this.#file = file;
    this.#openedAt = existsSync(file) ? statSync(file).size : 0;
  }

  /** Adds one line. */
  append(line: string): void {
    appendFileSync(this.#file, `${line}\n`);
  }

  /** The last line with words in it since this object was made, at most 500 characters. */
  lastLine(): string {
    if (!existsSync(this.#file)) return 'it printed nothing';
    const since = readFileSync(this.#file).subarray(this.#openedAt).toString('utf8');
    const lines = since.split('\n').filter((line) => /\w/.test(line));
    return lines.at(-1)?.trim().slice(0, 500) ?? 'it printed nothing';
  }
}

/** Keeps the log of the last run as `<file>.1` and lets this run start a new one. */
export function rotateLog(file: string): void {
  if (existsSync(file)) renameSync(file, `${file}.1`);
}
