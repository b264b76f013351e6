import { inspect } from 'node:util';

/** Errors that workers logged, so that tests that cause faults can check them and the terminal stays readable. */
export const workerErrors: string[] = [];

/** Errors that API processes logged for requests with the answer `internal_error`. */
export const requestErrors: string[] = [];

/** Takes a line of an API's log. */
export function noteLine(line: Record<string, unknown>): void {
  if (line['code'] === 'internal_error') requestErrors.push(inspect(line));
}
