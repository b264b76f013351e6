import { SetupProblem } from '../setup-problem.ts';
import { waitUntil } from '../processes/wait-until.ts';

/**
 * Waits until an external server responds.
 * @param problem the error, and what the user can do, if it does not within ten seconds
 */
export async function untilGivenServerAnswers(
  answers: () => Promise<boolean>,
  { problem, signal }: { problem: string; signal?: AbortSignal | undefined },
): Promise<void> {
  await waitUntil(answers, { timeoutMs: 10_000, what: 'it answers', signal }).catch(() => {
    signal?.throwIfAborted();
    throw new SetupProblem(problem);
  });
}
