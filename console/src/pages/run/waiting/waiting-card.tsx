import { settleMs } from '#heddle-react/use-settled.ts';
import { ActionCard } from '../../../approvals/action-card.tsx';
import { ApprovalCard } from '../../../approvals/approval-card.tsx';
import { heldOf } from '../../../approvals/held-of.ts';
import { QuestionCard } from '../../../approvals/question-card.tsx';
import { SettledBy } from '../../../approvals/settled-by.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { useSettling } from './use-settling.ts';
import type { Act, WaitingItem } from './use-waiting-items.ts';

/** Something that a run waits for, or has waited for while one looked. */
export function WaitingCard({ item, gone, onAct }: WaitingItem & { onAct: (act: Act | undefined) => void }) {
  const { deciding, report, answer } = useSettling(item, onAct);
  const { kind, tool_call_id, patch_ref, args = {}, prompt = {} } = item;
  return (
    <div className="mb-4">
      {kind === 'confirmation' && (
        <ApprovalCard
          outcome={gone ? 'gone' : 'waiting'}
          settleMs={settleMs}
          held={heldOf(item)}
          deciding={deciding}
        >
          {gone && <SettledBy item={item} />}
        </ApprovalCard>
      )}
      {kind === 'action' && (
        <ActionCard
          action={{ tool_call_id, patch_ref, args }}
          open={!gone}
          status={undefined}
          onReport={async (outcome) => await report.mutateAsync(outcome)}
        />
      )}
      {kind === 'question' && (
        <QuestionCard
          question={{ tool_call_id, kind: patch_ref, prompt }}
          open={!gone}
          busy={answer.isPending}
          onAnswer={(text) => answer.mutate(text)}
        />
      )}
      {gone && kind !== 'confirmation' && (
        <p role="status" className="mt-3 text-sm">
          This no longer waits: another person was faster, or the run has ended.
        </p>
      )}
      {answer.isError && <ErrorNotice error={answer.error} className="mt-3" />}
    </div>
  );
}
