import { useQuery } from '@tanstack/react-query';
import type { Approval, Trace } from '../../../api/schema.ts';
import { ActionCard } from '../../../approvals/action-card.tsx';
import { ApprovalCard } from '../../../approvals/approval-card.tsx';
import { heldOf } from '../../../approvals/held-of.ts';
import { QuestionCard } from '../../../approvals/question-card.tsx';
import { settleMs } from '../../../approvals/settle-ms.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { runQuery } from './run-query.ts';
import { useSettling } from './use-settling.ts';

/** What a run waits for, with what settles it. */
export function WaitingHere({ run }: { run: Trace }) {
  const { data } = useQuery(runQuery(run));
  return data?.pending === undefined ? null : <Waiting key={data.pending.tool_call_id} item={data.pending} />;
}

function Waiting({ item }: { item: Approval }) {
  const { deciding, report, answer } = useSettling(item);
  const { kind, tool_call_id, patch_ref, args = {}, prompt = {} } = item;
  return (
    <div className="mb-4">
      {kind === 'confirmation' && (
        <ApprovalCard outcome="waiting" settleMs={settleMs} held={heldOf(item)} deciding={deciding} />
      )}
      {kind === 'action' && (
        <ActionCard
          action={{ tool_call_id, patch_ref, args }}
          open
          status={undefined}
          onReport={async (outcome) => await report.mutateAsync(outcome)}
        />
      )}
      {kind === 'question' && (
        <QuestionCard
          question={{ tool_call_id, kind: patch_ref, prompt }}
          open
          busy={answer.isPending}
          onAnswer={(text) => answer.mutate(text)}
        />
      )}
      {answer.isError && <ErrorNotice error={answer.error} className="mt-3" />}
    </div>
  );
}
