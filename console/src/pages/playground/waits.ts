import type { ThreadView } from '../../conversation/thread-view.ts';
import type { TimelineItem } from '../../conversation/timeline.ts';

/** Whether a run waits with this item. A call that was approved is under way. */
function isWaiting(item: TimelineItem): boolean {
  if (item.kind === 'approval') return item.status === undefined && !item.started;
  return (item.kind === 'action' || item.kind === 'question') && item.status === undefined;
}

/** Whether a call may be held that the thread does not know of: it is read again after the event. */
export function mayWait(
  { asked, runId }: TimelineItem & { kind: 'approval' },
  { open, heldBeforeRead }: Pick<ThreadView, 'open' | 'heldBeforeRead'>,
): boolean {
  return asked !== undefined && open.includes(runId) && !heldBeforeRead.has(asked);
}

/** Whether the thread continues without a person. */
export function waitsForNobody(view: ThreadView): boolean {
  const { thread, timeline } = view;
  if (thread === undefined) return false;
  if (timeline.some((item) => item.kind === 'approval' && isWaiting(item) && mayWait(item, view)))
    return false;
  const { pending_confirmation, pending_action, pending_elicitation } = thread;
  return pending_confirmation === undefined && pending_action === null && pending_elicitation === null;
}
