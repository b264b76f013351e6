import type { Thread } from '../api/schema.ts';
import { keyOfCall, keyOfOpenQuestion, type TimelineItem } from './timeline.ts';

/**
 * Items that a thread waits for and that the timeline does not show, because their events are older than the ones read.
 */
export function pendingItems(thread: Thread | undefined, shown: readonly TimelineItem[]): TimelineItem[] {
  if (thread === undefined) return [];
  const { pending_action: action, pending_elicitation: question } = thread;
  const open = { status: undefined, result: undefined } as const;
  const items: TimelineItem[] = [];
  for (const held of heldOf(thread)) {
    if (shown.some((item) => item.kind === 'approval' && isOf(item.held, held))) continue;
    items.push({
      ...baseOf(held),
      key: keyOfCall(held.tool_call_id),
      kind: 'approval',
      held,
      started: false,
      ...open,
    });
  }
  if (action !== null && !shown.some((item) => item.kind === 'action' && isOf(item.action, action)))
    items.push({ ...baseOf(action), key: keyOfCall(action.tool_call_id), kind: 'action', action, ...open });
  const asks = (item: TimelineItem): boolean =>
    item.kind === 'question' && item.status === undefined && item.runId === question?.run_id;
  if (question !== null && !shown.some(asks)) {
    const asked = { ...question, tool_call_id: question.run_id };
    items.push({
      ...baseOf(question),
      key: keyOfOpenQuestion(question.run_id),
      kind: 'question',
      question: asked,
      ...open,
    });
  }
  return items;
}

/** The calls that a thread holds, all of them if it was read alone. */
export function heldOf({
  pending_confirmation,
  pending_confirmations,
}: Thread): NonNullable<Thread['pending_confirmations']> {
  return pending_confirmations ?? (pending_confirmation === undefined ? [] : [pending_confirmation]);
}

function baseOf({ run_id, created_at }: { run_id: string; created_at: string }) {
  return { at: created_at, runId: run_id };
}

function isOf(one: { tool_call_id: string }, other: { tool_call_id: string }): boolean {
  return one.tool_call_id === other.tool_call_id;
}
