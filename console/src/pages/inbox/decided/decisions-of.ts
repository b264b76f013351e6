import type { DecidedCall, RecordedDecision, Trace } from '../../../api/schema.ts';

/**
 * All decisions on a decided call, oldest first. A trace does not show the ids of calls: the call is that which the same person decided
 * on at the same time, with the same passkey.
 */
export function decisionsOf(
  { turns }: Pick<Trace, 'turns'>,
  { patch_ref, decision, actor, passkey_id, decided_at }: DecidedCall,
): RecordedDecision[] {
  const isThis = (each: RecordedDecision): boolean =>
    each.decision === decision &&
    each.actor === actor &&
    each.passkey_id === passkey_id &&
    each.at === decided_at;
  const calls = turns.flatMap(({ tool_calls }) => tool_calls).filter((call) => call.patch_ref === patch_ref);
  return calls.find(({ decisions = [] }) => decisions.some(isThis))?.decisions ?? [];
}
