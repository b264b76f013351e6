import { canonicalJson } from '#contract/canonical-json.ts';
import { defined } from '#contract/defined.ts';
import type { AppliedGate, HoldingGate } from '../../documents/applied-gate.ts';
import { together } from './turned-down.ts';

/**
 * The gate of a call by the facts that are known now, together with the one that was applied to it, if the former asks for more
 * (payee.facts.again): an approval that nobody has given, or a check that nothing has passed. How long the call waits for approvals
 * makes no difference.
 * @param now what the rules of the same policy decide by now
 * @returns undefined if the call may be made as it was let through or approved
 */
export function stricterGate(
  applied: AppliedGate | undefined,
  now: AppliedGate | undefined,
): HoldingGate | undefined {
  if (applied === undefined || applied.verdict === 'deny' || now?.verdict !== 'hold') return undefined;
  const both = together(applied, now);
  if (both.verdict !== 'hold') return undefined;
  if (applied.verdict === 'hold' && asks(both) === asks(applied)) return undefined;
  const notes = [...new Set([...(both.notes ?? []), ...(now.notes ?? [])])];
  return { ...both, rule: ruleOf(applied, now), ...(notes.length === 0 ? {} : { notes }) };
}

/** The requirements of a gate on approvals and on the sending, in a form that can be compared. */
function asks({
  stages,
  exclude_subject,
  require_digest,
  cooling_off_seconds,
  checks = [],
}: HoldingGate): string {
  return canonicalJson([
    stages.map((stage) => ({ ...stage })),
    defined({ exclude_subject, require_digest, cooling_off_seconds }),
    checks,
  ]);
}

/** The rule that holds the call now, with the limits that were passed before. */
function ruleOf({ rule: before }: AppliedGate, { rule }: AppliedGate): AppliedGate['rule'] {
  return 'limits' in before && 'limits' in rule ? { ...rule, limits: before.limits } : rule;
}
