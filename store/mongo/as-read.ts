import type { ToolCallDocument } from '#engine/documents/tool-call.ts';

/** A filter for a call that is as it was read (engine/rules/as-read.ts), apart from its status. */
export function asRead({
  sending,
  decision,
  approval_changes,
  lapsed_decisions = [],
  outcome,
}: ToolCallDocument) {
  return {
    ...(decision === undefined
      ? { decision: { $exists: false } }
      : { 'decision.request_id': decision.request_id }),
    // Decisions lapse one after the other, and none is ever removed.
    [`lapsed_decisions.${lapsed_decisions.length}`]: { $exists: false },
    approval_changes: approval_changes ?? { $exists: false },
    outcome: { $exists: outcome !== undefined },
    ...(sending === undefined
      ? { sending: { $exists: false } }
      : {
          'sending.attempts': sending.attempts,
          'sending.in_flight': sending.in_flight,
          'sending.until': sending.until,
        }),
  };
}
