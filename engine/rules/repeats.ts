import type { RepeatedCall } from '#contract/repeated-call.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { CallEffect, ToolCallDocument } from '../documents/tool-call.ts';
import { type CallResolution, failure } from './resolve-call.ts';

/** A call that has made an effect, is making it, or may have made it. */
export type EffectiveCall = Pick<
  ToolCallDocument,
  '_id' | 'run_id' | 'status' | 'error' | 'result' | 'started_at'
>;

/**
 * The claim of a call before it is sent, so that another one with the same effect is not sent. A call whose approver
 * was shown the call that it repeats takes over that one's claim; further calls that were shown the same do not.
 */
export function claimOf({ key, repeats }: CallEffect): string {
  return repeats === undefined ? key : `${key}:${repeats.tool_call_id}`;
}

/** The earlier call that a held one repeats, for approvers. */
export function shownRepeat(earlier: EffectiveCall): RepeatedCall {
  return {
    run_id: earlier.run_id,
    tool_call_id: earlier._id,
    status: statusOf(earlier),
    at: toTimestamp(earlier.started_at),
  };
}

/** The result of a call that is not made, because of an earlier one with the same effect (tool-call.repeated). */
export function repeatOf(earlier: EffectiveCall): CallResolution {
  switch (statusOf(earlier)) {
    case 'ok':
      return {
        status: 'ok',
        repeated: true,
        ...(earlier.result === undefined ? {} : { result: earlier.result }),
      };
    case 'in_flight':
      return failure(
        'repeat_refused',
        'A call with the same effect is in flight. This one was not made. Wait for the result of the other.',
      );
    case 'unknown':
      return failure(
        'repeat_refused',
        'A call with the same effect was sent, and its outcome is not known: it may have taken effect. This one was not made.',
      );
  }
}

function statusOf({ status }: EffectiveCall): RepeatedCall['status'] {
  if (status === 'pending') return 'in_flight';
  return status === 'ok' ? 'ok' : 'unknown';
}
