import type { AgentPatch } from '#contract/agent.ts';
import { canBeGated } from '#contract/built-in-patches.ts';
import { invalidField } from '#contract/errors.ts';
import type { Patch } from '#contract/patch.ts';
import { lowersRisk } from '#patches/risk.ts';
import type { SchemaPool } from '#patches/schemas/schema-pool.ts';
import { newestApprovalPolicy } from '#store/approval-policies/policies.ts';
import type { Database } from '#store/mongo/database.ts';
import { findPatches } from '#store/patches/patches.ts';

/** The dependencies of checking the patches of an agent. */
export interface PatchServices {
  db: Database;
  schemas: SchemaPool;
}

/**
 * Checks the patches of an agent (agent.publish.patches): every patch exists, there is one version of each key (the
 * model calls a patch by its key), no risk is below the patch's own, a gate is only where there is something to
 * decide, and its condition is a schema.
 * @returns the patches by ref
 * @throws {ServiceError} `invalid_request` at the wrong patch; `temporarily_unavailable` if too many schemas are being checked
 */
export async function checkPatches(
  { db, schemas }: PatchServices,
  workspaceId: string,
  wired: AgentPatch[],
): Promise<Map<string, Patch>> {
  const refs = wired.map(({ ref }) => ref);
  const found = await findPatches(db, workspaceId, refs);
  const keys = new Set<string>();
  const budget = schemas.checkBudget();
  for (const [index, { ref, gate, risk }] of wired.entries()) {
    const at = (field: keyof AgentPatch) => `patches.${index}.${field}`;
    const patch: Patch | undefined = found.get(ref);
    if (patch === undefined) throw invalidField(at('ref'), `there is no patch ${ref}`, 'unknown_patch');
    const { key } = patch;
    if (keys.has(key)) throw invalidField(at('ref'), `the agent has ${key} already`, 'duplicate_patch');
    keys.add(key);
    const { base } = patch.risk;
    if (risk !== undefined && lowersRisk(base, risk)) {
      throw invalidField(at('risk'), `may only raise the base of ${ref}, which is ${base}`, 'risk_lowered');
    }
    if (gate !== undefined && !canBeGated(patch)) {
      throw invalidField(
        at('gate'),
        `${ref} cannot be held: a gate is for silent patches that act or cost`,
        'gate_not_allowed',
      );
    }
    if (gate === undefined || gate === 'confirm') continue;
    if (gate.type === 'policy') {
      if ((await newestApprovalPolicy(db, workspaceId, gate.policy)) !== null) continue;
      throw invalidField(
        `${at('gate')}.policy`,
        `there is no approval policy ${gate.policy}`,
        'unknown_policy',
      );
    }
    if (gate.when === undefined) continue;
    const fault = await schemas.checkCondition(workspaceId, gate.when, budget);
    if (fault !== undefined) throw invalidField(`${at('gate')}.when`, fault.message, fault.code);
  }
  return found;
}
