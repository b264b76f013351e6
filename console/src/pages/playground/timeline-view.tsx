import type { ThreadView } from '../../conversation/use-thread.ts';
import { restOf } from '../../conversation/spoken.ts';
import type { TimelineItem } from '../../conversation/timeline.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ActionCard } from '../../approvals/action-card.tsx';
import { ApprovalItem } from './items/approval-item.tsx';
import { CallItem } from './items/call-item.tsx';
import { DraftItem, MessageItem, UserBubble } from './items/message-item.tsx';
import { EndItem, FailureItem, HandoffItem } from './items/note-items.tsx';
import { PlanItem } from './items/plan-item.tsx';
import { QuestionCard } from '../../approvals/question-card.tsx';
import { RunLink } from './run-link.tsx';
import type { useActions } from './use-actions.ts';

interface Props {
  view: ThreadView;
  subject: string;
  agentName: string;
  /** A message on its way that is not on the timeline yet. */
  onItsWay: string | undefined;
  /** While a message is sent, nothing else is. */
  busy: boolean;
  act: ReturnType<typeof useActions>;
  onAnswer: (text: string) => void;
  /** After a decision or a report, whether it was accepted or not. */
  onDone: () => Promise<void>;
}

/** Everything that happened on a thread, in order, and what it waits for. */
export function TimelineView(props: Props) {
  const { view, agentName, onItsWay } = props;
  const working = view.open.length > 0 && !view.loading && waitsForNobody(view);
  // What a run said before it paused stands above what it waited for.
  const underWay = view.drafts.flatMap((draft) => {
    const said = view.spoken.get(draft.runId)?.at(-1)?.text ?? '';
    const text = restOf(draft.text, said) ?? draft.text;
    return text === '' ? [] : [{ ...draft, text }];
  });
  return (
    <>
      {view.hasEarlier && (
        <div className="mb-5 text-center">
          <Button look="quiet" size="small" busy={view.loadingEarlier} onClick={view.loadEarlier}>
            Show earlier messages
          </Button>
          {view.earlierError !== undefined && (
            <ErrorNotice error={view.earlierError} className="mt-3 text-left" />
          )}
        </div>
      )}
      <ol className="space-y-5">
        {view.timeline.map((item) => (
          <li key={item.key} data-item={item.key}>
            <Item item={item} {...props} />
          </li>
        ))}
        {onItsWay !== undefined && (
          <li>
            <UserBubble text={onItsWay} />
          </li>
        )}
        {underWay.map(({ messageId, text }) => (
          <li key={messageId}>
            <DraftItem text={text} agentName={agentName} />
          </li>
        ))}
        {working && underWay.length === 0 && (
          <li className="flex items-center gap-1.5 text-[13px] text-muted">
            <span className="flex gap-1" aria-hidden>
              <span className="size-1.5 animate-pulse rounded-full bg-muted" />
              <span className="size-1.5 animate-pulse rounded-full bg-muted [animation-delay:150ms]" />
              <span className="size-1.5 animate-pulse rounded-full bg-muted [animation-delay:300ms]" />
            </span>
            {agentName} is working
          </li>
        )}
      </ol>
    </>
  );
}

/** Whether a run waits with this item. A call that was approved is under way. */
function isWaiting(item: TimelineItem): boolean {
  if (item.kind === 'approval') return item.status === undefined && !item.started;
  return (item.kind === 'action' || item.kind === 'question') && item.status === undefined;
}

/** Whether a call may be held that the thread does not know of: it is read again after the event. */
function mayWait({ key, runId }: TimelineItem, { open, heldBeforeRead }: ThreadView): boolean {
  return open.includes(runId) && !heldBeforeRead.has(key);
}

function waitsForNobody(view: ThreadView): boolean {
  const { thread, timeline } = view;
  if (thread === undefined) return false;
  if (timeline.some((item) => item.kind === 'approval' && isWaiting(item) && mayWait(item, view)))
    return false;
  const { pending_confirmation, pending_action, pending_elicitation } = thread;
  return pending_confirmation === undefined && pending_action === null && pending_elicitation === null;
}

function Item({
  item,
  view,
  subject,
  agentName,
  busy,
  act,
  onAnswer,
  onDone,
}: Props & { item: TimelineItem }) {
  const { thread } = view;
  switch (item.kind) {
    case 'message':
      return <MessageItem message={item.message} rest={item.rest} agentName={agentName} subject={subject} />;
    case 'said':
      return <DraftItem text={item.text} agentName={agentName} paused />;
    case 'call':
      return (
        <CallItem
          call={item.call}
          status={item.status}
          result={item.result}
          runId={item.runId}
          subject={subject}
        />
      );
    case 'approval':
      return (
        <ApprovalItem
          item={item}
          subject={subject}
          waits={thread?.pending_confirmation?.tool_call_id === item.held.tool_call_id}
          mayWait={mayWait(item, view)}
          act={act}
          onDone={onDone}
        />
      );
    case 'action': {
      const { action, runId } = item;
      return (
        <>
          <ActionCard
            action={action}
            status={item.status}
            open={thread?.pending_action?.tool_call_id === action.tool_call_id}
            onReport={async (report) => {
              try {
                await act.report(runId, action.tool_call_id, report);
              } finally {
                await onDone();
              }
            }}
          />
          <CardLink runId={runId} subject={subject} />
        </>
      );
    }
    case 'question':
      return (
        <>
          <QuestionCard
            question={item.question}
            open={item.status === undefined && thread?.pending_elicitation?.run_id === item.runId}
            busy={busy}
            onAnswer={onAnswer}
          />
          <CardLink runId={item.runId} subject={subject} />
        </>
      );
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

/** The way to the run of a card, below it. */
function CardLink(props: { runId: string; subject: string }) {
  return (
    <p className="mt-1.5 px-1">
      <RunLink {...props} />
    </p>
  );
}
