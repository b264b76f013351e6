import { ActionCard } from '../../../approvals/action-card.tsx';
import type { Report } from '#heddle-react/proposed-action.tsx';
import type { TimelineItem } from '../../../conversation/timeline.ts';
import { CardLink } from './card-link.tsx';
import type { ItemProps } from './item-props.ts';

/** An action that the agent proposed, with what reports it while it waits. */
export function ActionItem({
  item: { action, runId, status },
  view,
  subject,
  act,
  onDone,
}: ItemProps & { item: TimelineItem & { kind: 'action' } }) {
  const report = async (outcome: Report): Promise<void> => {
    try {
      await act.report(runId, action.tool_call_id, outcome);
    } finally {
      await onDone();
    }
  };
  return (
    <>
      <ActionCard
        action={action}
        status={status}
        open={view.thread?.pending_action?.tool_call_id === action.tool_call_id}
        onReport={report}
      />
      <CardLink runId={runId} subject={subject} />
    </>
  );
}
