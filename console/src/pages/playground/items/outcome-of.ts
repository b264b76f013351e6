import type { ApprovalOutcome } from '../../../approvals/approval-outcome.tsx';
import { failureOf } from '../../../approvals/end-of-call.ts';
import type { TimelineItem } from '../../../conversation/timeline.ts';

type Item = TimelineItem & { kind: 'approval' };

/** The outcome of a held call. @param waits whether it still waits, unless it is known to have ended */
export function outcomeOf(item: Item, waits: boolean): ApprovalOutcome {
  if (item.status === 'ok') return 'done';
  if (item.status === 'declined') return wasCorrected(item.result) ? 'corrected' : 'declined';
  if (item.status !== undefined) {
    if (failureOf(item.result).status === 'unknown') return 'unknown';
    return item.started ? 'failed' : 'ended';
  }
  if (item.started) return 'approved';
  return waits ? 'waiting' : 'gone';
}

function wasCorrected(result: Record<string, unknown> | undefined): boolean {
  const detail = result?.['detail'];
  return typeof detail === 'object' && detail !== null && 'revised' in detail;
}
