import type { Microcredits } from '#contract/credits.ts';
import type { RunErrorCode } from '#contract/run-state.ts';
import type { RunDocument } from '../documents/run.ts';
import type { RunAgent } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { Funds } from '../ports/funds.ts';
import { creditsLacking, needsCredits, reachedLimit } from '../rules/turn-limits.ts';

/** An older read is repeated. Storing a step takes less than this, unless the store is unreachable. */
const readAheadMs = 1000;

/** Resolves to the credits that a workspace has left. */
export type CreditsLeft = () => Promise<Microcredits>;

interface Reading {
  funds: Funds;
  clock: Pick<Clock, 'now'>;
}

/**
 * Begins to read the remaining credits while a step is stored, so that they are there when needed. The step itself must
 * charge nothing. A failed or outdated read is repeated.
 */
export function readAhead({ funds, clock }: Reading, workspaceId: string): CreditsLeft {
  const at = clock.now().getTime();
  const ahead = funds.available(workspaceId).catch(() => undefined);
  return async () => {
    const isOld = clock.now().getTime() - at > readAheadMs;
    return (isOld ? undefined : await ahead) ?? (await funds.available(workspaceId));
  };
}

/**
 * The limit that prevents another turn.
 * @param creditsLeft what the workspace of the run has left. Default: it is read
 */
export async function limitReached(
  { funds }: Pick<Reading, 'funds'>,
  run: RunDocument,
  { limits }: RunAgent,
  creditsLeft: CreditsLeft = async () => await funds.available(run.workspace_id),
): Promise<RunErrorCode | undefined> {
  const limit = reachedLimit(run, limits);
  if (limit !== undefined) return limit;
  if (run.handed_off !== true && (await funds.isBudgetSpent(run))) return 'credit_limit';
  if (!needsCredits(run)) return undefined;
  const lacking = creditsLacking(run, await creditsLeft());
  if (lacking < 0 || (await funds.heldByPausedRuns(run.workspace_id, lacking)) > lacking) return undefined;
  return 'insufficient_credits';
}
