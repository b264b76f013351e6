import { SetupProblem } from '../setup-problem.ts';
import { waitUntil } from '../processes/wait-until.ts';

/**
 * Waits until a server that was given from outside answers.
 * @param problem what is said, and what the user can do, when it does not within ten seconds
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
