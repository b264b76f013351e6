import type { ThreadView } from '../../conversation/use-thread.ts';
import type { HeldCall } from '../../approvals/decide.ts';
import type { HeldWrite } from '../../conversation/event-data.ts';
import { restOf } from '../../conversation/spoken.ts';
import type { TimelineItem } from '../../conversation/timeline.ts';
import { failureOf } from '../../approvals/end-of-call.ts';
import { ApprovalCard, type ApprovalOutcome } from '../../approvals/approval-card.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { ActionCard } from '../../approvals/action-card.tsx';
import { CallItem } from './items/call-item.tsx';
import { DraftItem, MessageItem, UserBubble } from './items/message-item.tsx';
import { EndItem, FailureItem, HandoffItem } from './items/note-items.tsx';
import { PlanItem } from './items/plan-item.tsx';
import { QuestionCard } from '../../approvals/question-card.tsx';
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
      return <CallItem call={item.call} status={item.status} result={item.result} />;
    case 'approval': {
      const { held, runId } = item;
      const waits = thread?.pending_confirmation?.tool_call_id === held.tool_call_id;
      const created_at = held.created_at ?? item.at;
      const callOf = ({ tool_call_id, patch_ref, digest }: HeldWrite): HeldCall => ({
        run_id: runId,
        tool_call_id,
        patch_ref,
        created_at,
        ...(digest !== undefined && { digest }),
      });
      const andReread = async (act: Promise<void>): Promise<void> => {
        try {
          await act;
        } finally {
          await onDone();
        }
      };
      return (
        <ApprovalCard
          held={{ ...held, created_at }}
          outcome={outcomeOf(item, waits || mayWait(item, view))}
          deciding={
            waits
              ? {
                  decide: async (decision, shown) => await andReread(act.decide(callOf(shown), decision)),
                  revise: async (revision, shown) => await andReread(act.revise(callOf(shown), revision)),
                  withdraw: async (shown) => await andReread(act.withdraw(callOf(shown))),
                }
              : undefined
          }
        >
          {item.status === 'failed' && <p className="mt-3 text-sm text-bad">{failureOf(item.result).why}</p>}
          {item.result !== undefined && (
            <details className="mt-3 text-sm">
              <summary className="text-[13px] text-muted hover:text-ink">Result</summary>
              <JsonView value={item.result} label={`Result of ${held.summary.title}`} className="mt-2" />
            </details>
          )}
        </ApprovalCard>
      );
    }
    case 'action': {
      const { action, runId } = item;
      return (
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
      );
    }
    case 'question':
      return (
        <QuestionCard
          question={item.question}
          open={item.status === undefined && thread?.pending_elicitation?.run_id === item.runId}
          busy={busy}
          onAnswer={onAnswer}
        />
      );
    case 'plan':
      return <PlanItem plan={item.plan} />;
    case 'handoff':
      return <HandoffItem handoff={item.handoff} />;
    case 'failure':
      return <FailureItem error={item.error} runId={item.runId} subject={subject} />;
    case 'end':
      return <EndItem reason={item.reason} />;
    default:
      return item satisfies never;
  }
}

function outcomeOf(item: TimelineItem & { kind: 'approval' }, waits: boolean): ApprovalOutcome {
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
