import type { Patch } from '#contract/patch.ts';

/** Why the service cannot call a patch by itself, as often as it needs to; undefined if it can. */
export function faultOfAskedPatch({
  ref,
  interaction,
  reliability,
  request,
  mcp,
  payment,
}: Pick<Patch, 'ref' | 'interaction' | 'reliability' | 'request' | 'mcp' | 'payment'>): string | undefined {
  if (interaction !== 'silent') return `${ref} is ${interaction}: it must be silent`;
  if (!reliability.idempotent) return `${ref} must be idempotent`;
  if (request === undefined && mcp === undefined) return `${ref} must have a request or be an imported tool`;
  return payment === undefined ? undefined : `${ref} must declare no payment`;
}
