import type { JsonObject } from '#contract/json.ts';
import type { AppliedGate } from '#engine/documents/applied-gate.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { AgentTool } from '#engine/rules/inputs.ts';
import { optionsApplied, plainGate } from '#engine/rules/gates/gate-of-call.ts';
import type { SchemaPool, TimeBudget } from '#patches/schemas/schema-pool.ts';
import type { Database } from '#store/mongo/database.ts';
import { applyApprovalPolicy } from './apply-approval-policy.ts';
import { LimitTally } from './limit-tally.ts';

/** What deciding about a gate needs. */
export interface GateParts {
  schemas: SchemaPool;
  db: Database;
}

/** What the gates of the calls of one turn share. */
export interface GateSharing {
  /** The time that remains for conditions, which is reduced. */
  budget: TimeBudget;
  /** What is let through of the turn so far. */
  tally: LimitTally;
}

/**
 * What the gate of a patch means for a call with these arguments, which are valid.
 * @param connectionName the name of the connection on which it would be made
 * @param shared Default: the call is the only one
 * @returns nothing if the patch has no gate in this agent
 */
export async function applyGate(
  parts: GateParts,
  run: Pick<RunDocument, 'workspace_id' | 'subject_ref' | 'agent'>,
  { tool, args }: { tool: AgentTool; args: JsonObject },
  connectionName: () => Promise<string | undefined>,
  shared: GateSharing = { budget: parts.schemas.turnBudget(), tally: new LimitTally() },
): Promise<AppliedGate | undefined> {
  const { gate } = tool.wired;
  if (gate === undefined) return undefined;
  if (gate === 'confirm') return plainGate;
  if (gate.type === 'policy') {
    const call = { tool, args, connection: await connectionName() };
    return await applyApprovalPolicy(parts, run, gate.policy, call, {
      ...shared,
      now: parts.db.serverClock.now(),
    });
  }
  if (gate.when === undefined) return optionsApplied(gate);
  return optionsApplied(gate, await parts.schemas.fulfils(run.workspace_id, gate.when, args, shared.budget));
}
