import type { AppliedGate } from '../documents/applied-gate.ts';
import type { RunDocument } from '../documents/run.ts';
import { optionsApplied, plainGate } from '../rules/gates/gate-of-call.ts';
import type { JudgingPorts } from '../ports/engine-ports.ts';
import type { TimeBudget } from '../ports/schemas.ts';
import { LimitTally } from '../rules/policies/limit-tally.ts';
import { applyApprovalPolicy, type CallToJudge } from './apply-approval-policy.ts';

/** The state that the gates of one turn's calls share. */
export interface GateSharing {
  /** The time that remains for conditions, which is reduced. */
  budget: TimeBudget;
  /** The calls of the turn that were let through so far. */
  tally: LimitTally;
}

/**
 * Applies the gate of a patch to a call with valid arguments.
 * @param connectionName the name of the connection that it would use
 * @param shared Default: the call is the only one
 * @returns undefined if the patch has no gate in this agent
 */
export async function applyGate(
  ports: JudgingPorts,
  run: Pick<RunDocument, 'workspace_id' | 'subject_ref' | 'agent'>,
  { tool, args, payment, origins }: Omit<CallToJudge, 'connection'>,
  connectionName: () => Promise<string | undefined>,
  shared: GateSharing = { budget: ports.schemas.turnBudget(), tally: new LimitTally() },
): Promise<AppliedGate | undefined> {
  const { gate } = tool.wired;
  if (gate === undefined) return undefined;
  if (gate === 'confirm') return plainGate;
  if (gate.type === 'policy') {
    const call = { tool, args, payment, origins, connection: await connectionName() };
    return await applyApprovalPolicy(ports, run, gate.policy, call, {
      ...shared,
      now: ports.clock.storeNow(),
    });
  }
  if (gate.when === undefined) return optionsApplied(gate);
  const first = await ports.schemas.firstFulfilled(run.workspace_id, [gate.when], args, shared.budget);
  return optionsApplied(gate, first === undefined ? undefined : first === 0);
}
