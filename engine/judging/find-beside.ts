import type { RunOnThread } from '../documents/run.ts';
import type { JudgingPorts } from '../ports/engine-ports.ts';
import { type CallBeside, runsBeside } from '../rules/gates/held-beside.ts';

/**
 * Calls of other runs of the thread that ask for the same and have no result yet. A thread on which no run works beside held calls
 * costs no read.
 * @param asked names of what calls ask for (engine/rules/same-call/call-names.ts)
 */
export async function callsBeside(
  { store }: Pick<JudgingPorts, 'store'>,
  stored: RunOnThread,
  asked: readonly string[],
): Promise<CallBeside[]> {
  const runs = runsBeside(stored);
  return runs.length === 0 || asked.length === 0 ? [] : await store.findAsked(runs, asked);
}
