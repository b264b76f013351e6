import { heldOf } from '../../../conversation/pending-items.ts';
import type { TimelineItem as Item } from '../../../conversation/timeline.ts';
import { mayWait } from '../waits.ts';
import { ActionItem } from './action-item.tsx';
import { ApprovalItem } from './approval-item.tsx';
import { CallItem } from './call-item.tsx';
import { CardLink } from './card-link.tsx';
import { DraftItem } from './draft-item.tsx';
import type { ItemProps } from './item-props.ts';
import { MessageItem } from './message-item.tsx';
import { EndItem, FailureItem, HandoffItem } from './note-items.tsx';
import { PlanItem } from './plan-item.tsx';
import { QuestionItem } from './question-item.tsx';

/** Something that happened on a thread. */
export function TimelineItem({ item, ...props }: ItemProps & { item: Item }) {
  const { view, subject, agentName, act, onDone } = props;
  switch (item.kind) {
    case 'message':
      return <MessageItem message={item.message} rest={item.rest} agentName={agentName} subject={subject} />;
    case 'said':
      return <DraftItem text={item.text} agentName={agentName} paused />;
    case 'call': {
      const { call, status, result, runId } = item;
      return <CallItem call={call} status={status} result={result} runId={runId} subject={subject} />;
    }
    case 'approval':
      return (
        <ApprovalItem
          item={item}
          subject={subject}
          waits={
            view.thread !== undefined &&
            heldOf(view.thread).some(({ tool_call_id }) => tool_call_id === item.held.tool_call_id)
          }
          mayWait={mayWait(item, view)}
          act={act}
          onDone={onDone}
        />
      );
    case 'action':
      return <ActionItem item={item} {...props} />;
    case 'question':
      return <QuestionItem item={item} {...props} />;
    case 'plan':
      return (
        <>
          <PlanItem plan={item.plan} />
          <CardLink runId={item.runId} subject={subject} />
        </>
      );
    case 'handoff':
      return (
        <>
          <HandoffItem handoff={item.handoff} />
          <CardLink runId={item.runId} subject={subject} />
        </>
      );
    case 'failure':
      return <FailureItem error={item.error} runId={item.runId} subject={subject} />;
    case 'end':
      return <EndItem reason={item.reason} runId={item.runId} subject={subject} />;
    default:
      return item satisfies never;
  }
}
