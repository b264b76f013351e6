import { inspect } from 'node:util';

/** What workers logged as errors, so that tests that cause faults can check it and the terminal stays readable. */
export const workerErrors: string[] = [];

/** What API processes logged of requests that they answered with `internal_error`. */
export const requestErrors: string[] = [];

/** Takes a line of an API's log. */
export function noteLine(line: Record<string, unknown>): void {
  if (line['code'] === 'internal_error') requestErrors.push(inspect(line));
}
