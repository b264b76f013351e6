import { ApprovalCard } from '../../../approvals/approval-card.tsx';
import type { Deciding } from '../../../approvals/deciding.ts';
import type { HeldCall } from '../../../approvals/decide.ts';
import { failureOf } from '../../../approvals/end-of-call.ts';
import type { HeldWrite } from '../../../conversation/event-data.ts';
import type { TimelineItem } from '../../../conversation/timeline.ts';
import { JsonView } from '../../../ui/json-view.tsx';
import { RunLink } from '../run-link.tsx';
import type { useActions } from '../use-actions.ts';
import { outcomeOf } from './outcome-of.ts';

type Item = TimelineItem & { kind: 'approval' };

/** A held call of a conversation: with what decides on it while it waits, and what came of it after that. */
export function ApprovalItem({
  item,
  subject,
  waits,
  mayWait,
  act,
  onDone,
}: {
  item: Item;
  subject: string;
  /** Whether the thread says that it is held. */
  waits: boolean;
  /** Whether it may be held, although the thread does not say so yet. */
  mayWait: boolean;
  act: ReturnType<typeof useActions>;
  /** After a decision, whether it was accepted or not. */
  onDone: () => Promise<void>;
}) {
  const { held, runId } = item;
  const created_at = held.created_at ?? item.at;
  return (
    <ApprovalCard
      held={{ ...held, created_at }}
      outcome={outcomeOf(item, waits || mayWait)}
      context={<RunLink runId={runId} subject={subject} />}
      deciding={waits ? decidingBy(act, { run_id: runId, created_at }, onDone) : undefined}
    >
      {item.status === 'failed' && <p className="mt-3 text-sm text-bad">{failureOf(item.result).why}</p>}
      {item.result !== undefined && (
        <details className="mt-3 text-sm">
          <summary className="text-note text-muted hover:text-ink">Result</summary>
          <JsonView value={item.result} label={`Result of ${held.summary.title}`} className="mt-2" />
        </details>
      )}
    </ApprovalCard>
  );
}

function decidingBy(
  act: ReturnType<typeof useActions>,
  of: Pick<HeldCall, 'run_id' | 'created_at'>,
  onDone: () => Promise<void>,
): Deciding {
  const callOf = ({ tool_call_id, patch_ref, digest }: HeldWrite): HeldCall => ({
    ...of,
    tool_call_id,
    patch_ref,
    ...(digest !== undefined && { digest }),
  });
  const andReread = async (act: Promise<void>): Promise<void> => {
    try {
      await act;
    } finally {
      await onDone();
    }
  };
  return {
    decide: async (decision, shown) => await andReread(act.decide(callOf(shown), decision)),
    revise: async (revision, shown) => await andReread(act.revise(callOf(shown), revision)),
    withdraw: async (shown) => await andReread(act.withdraw(callOf(shown))),
  };
}
