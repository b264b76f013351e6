import type { ToolCallDocument } from '#engine/documents/tool-call.ts';

/** A filter for a call that is as it was read (engine/rules/as-read.ts), apart from its status. */
export function asRead({ sending, decision, outcome }: ToolCallDocument) {
  return {
    ...(decision === undefined
      ? { decision: { $exists: false } }
      : { 'decision.request_id': decision.request_id }),
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
