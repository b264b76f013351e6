import type { AgentPatch } from '#contract/agent.ts';
import { canBeGated } from '#contract/built-in-patches.ts';
import { invalidField } from '#contract/errors.ts';
import type { Patch } from '#contract/patch.ts';
import { lowersRisk } from '#patches/risk.ts';
import type { Database } from '#store/mongo/database.ts';
import { findPatches } from '#store/patches/patches.ts';

/**
 * Checks the patches of an agent (agent.publish.patches): every patch exists, there is one version of each key (the
 * model calls a patch by its key), no risk is below the patch's own, and a gate is only where there is something to
 * decide.
 * @throws {ServiceError} `invalid_request` at the wrong patch
 */
export async function checkPatches(db: Database, workspaceId: string, wired: AgentPatch[]): Promise<void> {
  const refs = wired.map(({ ref }) => ref);
  const found = await findPatches(db, workspaceId, refs);
  const keys = new Set<string>();
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
  }
}
