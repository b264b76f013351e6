import type { Approval } from '../api/schema.ts';
import type { NoticeText, Toasts } from '../ui/toast.tsx';
import type { Decision } from './decide.ts';
import { endOfCall } from './end-of-call.ts';
import { titleOf } from './title-of.ts';

/** Shows a notice about a decision and, for an approval, about the result of the call once it is known. */
export function tellingOutcome(
  toasts: Toasts,
  item: Approval,
  { decision, heldStill }: Decision & { heldStill: boolean },
): void {
  if (decision === 'reject') toasts.done('Rejected', titleOf(item));
  else if (heldStill) toasts.done('Approved: further approvals are required', titleOf(item));
  else {
    toasts.follow(
      'Approved: it is being carried out',
      titleOf(item),
      async (signal) => await noticeOfEnd(item, signal),
    );
  }
}

/** The result of an approved call. Nothing is reported as done before it is done. */
async function noticeOfEnd(item: Approval, signal: AbortSignal): Promise<NoticeText> {
  const detail = titleOf(item);
  try {
    const end = await endOfCall(item, { as: 'console', subject: item.subject_ref }, signal);
    if (end?.status === 'ok') return { tone: 'good', title: 'Approved, and sent', detail };
    if (end !== undefined) {
      const title = end.status === 'failed' ? 'Approved, but failed' : 'Approved, and sent: outcome unknown';
      return { tone: 'bad', title, detail: `${detail}: ${end.why}` };
    }
  } catch {
    // The decision itself was accepted.
  }
  return { tone: 'warn', title: 'Approved. The outcome is not known yet: see the run', detail };
}
