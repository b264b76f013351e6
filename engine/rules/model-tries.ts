import type { FailedTry } from '../documents/model-try.ts';

/** A run keeps no more of them: workers that die between a try and its end have the provider asked once more each time. */
const mostKept = 20;

/** The tries of a turn after another one has failed. */
export function withTry(tries: readonly FailedTry[] | undefined, tried: FailedTry): FailedTry[] {
  return [...(tries ?? []), tried].slice(-mostKept);
}
