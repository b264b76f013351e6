import type { ApiAnswer } from './api-client.ts';

/** An answer in short: its status, and with an error its code. */
export function verdict({ status, error }: Pick<ApiAnswer, 'status' | 'error'>): [number, string?] {
  return error === undefined ? [status] : [status, error.code];
}
