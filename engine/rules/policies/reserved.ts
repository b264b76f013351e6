import type { ReservedAmount } from '../../documents/applied-gate.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';
import { sentBefore } from '../calls.ts';
import { isInDoubt } from '../resolve-call.ts';
import type { CallChange } from '../stored.ts';
import { periodAt } from './period.ts';

/** The calls of a step with what limits count of them, and what the counters count from now on. */
export interface CountedCalls {
  calls: CallChange[];
  newCalls: ToolCallDocument[];
  reserved: ReservedAmount[];
  givenBack: ReservedAmount[];
}

/**
 * The amounts that limits count once a step is stored. A call is counted in the write that allows it or gives it its
 * last approval, and keeps the counted amounts. They are given back when the call fails before it was sent, when it
 * turns out to repeat another one, and when its approval lapses or is withdrawn. A call whose effect is unknown stays counted.
 * @param storeNow gives the time of the store, which decides to which day or month an amount belongs
 */
export function countCalls(
  changes: CallChange[],
  newCalls: ToolCallDocument[],
  storeNow: () => Date,
): CountedCalls {
  const counted: CountedCalls = { calls: [], newCalls: [], reserved: [], givenBack: [] };
  for (const change of changes) {
    const { before, set } = change;
    if (isGivenBack(change)) {
      counted.givenBack.push(...(before.reserved ?? []));
      counted.calls.push({ ...change, unset: [...(change.unset ?? []), 'reserved'] });
      continue;
    }
    const isApproved = isApprovedBy(change);
    const reserved = isApproved ? amountsOf(before, storeNow) : [];
    counted.reserved.push(...reserved);
    counted.calls.push(reserved.length === 0 ? change : { ...change, set: { ...set, reserved } });
  }
  for (const call of newCalls) {
    const isMade = call.applied_gate?.verdict === 'allow' || hasApprovals(call);
    const reserved = isMade && call.status === 'pending' ? amountsOf(call, storeNow) : [];
    counted.reserved.push(...reserved);
    counted.newCalls.push(reserved.length === 0 ? call : { ...call, reserved });
  }
  return counted;
}

/** Whether a change gives a call its last approval: it may stay held for a while. */
function isApprovedBy({ before, set }: CallChange): boolean {
  return !hasApprovals(before) && before.decision === undefined && hasApprovals(set);
}

function hasApprovals({ decision, not_before }: Partial<ToolCallDocument>): boolean {
  return decision?.decision === 'approve' || not_before !== undefined;
}

function amountsOf({ applied_gate }: ToolCallDocument, storeNow: () => Date): ReservedAmount[] {
  if (applied_gate === undefined || applied_gate.verdict === 'deny') return [];
  return (applied_gate.reservations ?? []).map(({ per, ...amount }) => ({
    ...amount,
    period: periodAt(per, storeNow()),
  }));
}

function isGivenBack({ before, set, unset = [], unsent }: CallChange): boolean {
  // A frozen call keeps its approvals.
  if (before.reserved === undefined || set.frozen !== undefined) return false;
  if (unset.includes('decision') || unset.includes('not_before')) return true;
  // It has the result of another call, which is counted.
  if (set.repeated === true) return true;
  if (set.status !== 'failed' || isInDoubt(set)) return false;
  return unsent === true ? before.sending?.sent === undefined : sentBefore(before) === undefined;
}
