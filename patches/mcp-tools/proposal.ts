import { isJsonObject } from '#contract/json.ts';
import type { ToolOverride } from '#contract/mcp-tool.ts';
import type { PatchDefinition } from '#contract/patch.ts';

/** How a tool would be treated. */
export interface Proposal extends Pick<PatchDefinition, 'risk' | 'reliability'> {
  gate: 'confirm' | null;
}

/**
 * The settings that the annotations of a tool suggest, with the overrides. An absent annotation is the worst case, as
 * in the specification of MCP: a tool writes, may destroy, and may not be repeated. Annotations are claims of the
 * server, so nothing takes effect until a person publishes an agent with the tool.
 */
export function proposalOf(annotations: unknown, override: ToolOverride = {}): Proposal {
  const hints = isJsonObject(annotations) ? annotations : {};
  const proposed = fromHints({
    reads: hints['readOnlyHint'] === true,
    destroys: hints['destructiveHint'] !== false,
    idempotent: hints['idempotentHint'] === true,
  });
  const { risk = proposed.risk, reliability = proposed.reliability, gate = proposed.gate } = override;
  return { risk, reliability, gate };
}

function fromHints({
  reads,
  destroys,
  idempotent,
}: {
  reads: boolean;
  destroys: boolean;
  idempotent: boolean;
}): Proposal {
  if (reads) return { risk: { base: 'low' }, reliability: { idempotent: true, retry: 'always' }, gate: null };
  const reliability = { idempotent, retry: 'safe' as const };
  return destroys
    ? { risk: { base: 'high' }, reliability, gate: 'confirm' }
    : { risk: { base: 'medium' }, reliability, gate: null };
}
