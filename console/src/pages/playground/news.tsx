import { promptOf } from '#heddle-react/prompt.ts';
import type { ThreadView } from '../../conversation/thread-view.ts';
import type { TimelineItem } from '../../conversation/timeline.ts';

/** Announcements for assistive technology: whole replies and waiting items, not each delta. */
export function News({ view, agentName }: { view: ThreadView; agentName: string }) {
  const last = view.timeline.at(-1);
  return (
    <p role="status" className="sr-only">
      {view.loading || last === undefined ? '' : newsOf(last, agentName)}
    </p>
  );
}

/** The announcement of a new item. */
export function newsOf(item: TimelineItem, agentName: string): string {
  switch (item.kind) {
    case 'message':
      return item.message.role === 'assistant' ? `${agentName} said: ${item.message.content}` : '';
    case 'approval':
      return item.status === undefined ? `Waiting for approval: ${item.held.summary.title}` : '';
    case 'question':
      return item.status === undefined ? `${agentName} asks: ${promptOf(item.question.prompt).text}` : '';
    case 'action':
      return item.status === undefined ? `Proposed: ${item.action.patch_ref}` : '';
    case 'handoff':
      return `Handed over to a person: ${item.handoff.reason}`;
    case 'failure':
      return `The run failed: ${item.error.message}`;
    case 'end':
      return item.reason === 'cancelled' ? 'The run was cancelled' : 'The run expired';
    case 'said':
    case 'call':
    case 'plan':
      return '';
    default:
      return item satisfies never;
  }
}
