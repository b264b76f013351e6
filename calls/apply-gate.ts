import type { JsonObject } from '#contract/json.ts';
import type { AppliedGate } from '#engine/documents/applied-gate.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { AgentTool } from '#engine/rules/inputs.ts';
import { optionsApplied, plainGate } from '#engine/rules/gates/gate-of-call.ts';
import type { SchemaPool, TimeBudget } from '#patches/schemas/schema-pool.ts';

/** What deciding about a gate needs. */
export interface GateParts {
  schemas: SchemaPool;
}

/**
 * What the gate of a patch means for a call with these arguments, which are valid.
 * @param budget the time that remains for conditions, which is reduced
 * @returns nothing if the patch has no gate in this agent
 */
export async function applyGate(
  { schemas }: GateParts,
  { workspace_id }: Pick<RunDocument, 'workspace_id'>,
  { tool: { wired }, args }: { tool: AgentTool; args: JsonObject },
  budget: TimeBudget = schemas.turnBudget(),
): Promise<AppliedGate | undefined> {
  const { gate } = wired;
  if (gate === undefined) return undefined;
  if (gate === 'confirm') return plainGate;
  if (gate.when === undefined) return optionsApplied(gate);
  return optionsApplied(gate, await schemas.fulfils(workspace_id, gate.when, args, budget));
}
