import type { AgentContext, AgentPatch } from '#contract/agent.ts';
import { contextNames } from '#contract/context.ts';
import { invalidField } from '#contract/errors.ts';
import type { Patch } from '#contract/patch.ts';
import { neededContext } from '#patches/fill.ts';

/**
 * Checks that an agent declares each value of the context that its patches use (agent.context.declared).
 * @param found the patches by ref
 * @throws {ServiceError} `invalid_request` at the first patch that needs more
 */
export function checkNeededContext(
  context: AgentContext | undefined,
  wired: readonly AgentPatch[],
  found: ReadonlyMap<string, Patch>,
): void {
  const declared = new Set(contextNames(context?.schema ?? {}));
  for (const [index, { ref }] of wired.entries()) {
    const patch = found.get(ref);
    const missing = patch && neededContext(patch).find((name) => !declared.has(name));
    if (missing === undefined) continue;
    const message = `${ref} uses ${missing}, which the context of the agent does not declare`;
    throw invalidField(`patches.${index}.ref`, message, 'unknown_context');
  }
}
