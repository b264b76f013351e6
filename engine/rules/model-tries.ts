import type { FailedTry } from '../documents/model-try.ts';

/** A run keeps no more of them, which is twice what a turn of five models can have: workers that die between a try and its end have the provider asked once more each time. */
const mostKept = 50;

/** The tries of a turn after others have failed. */
export function withTries(tries: readonly FailedTry[] = [], failed: readonly FailedTry[] = []): FailedTry[] {
  return [...tries, ...failed].slice(-mostKept);
}
