import { visibleLine } from '#contract/words/unseen-characters.ts';
import { settleMs } from '#heddle-react/use-settled.ts';
import type { Approval } from '../../../api/schema.ts';
import { ActionCard } from '../../../approvals/action-card.tsx';
import { ApprovalCard } from '../../../approvals/approval-card.tsx';
import type { Deciding } from '../../../approvals/deciding.ts';
import { heldOf } from '../../../approvals/held-of.ts';
import { QuestionCard } from '../../../approvals/question-card.tsx';
import { SettledBy } from '../../../approvals/settled-by.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { useAnswers } from './use-answers.ts';

/** The card of something that waits. A question is answered by one of its options; any other answer is given in the conversation. */
export function WaitingCard({
  item,
  gone,
  deciding,
  onDone,
}: {
  item: Approval;
  /** Whether it was settled meanwhile, or has expired. */
  gone: boolean;
  /** Undefined while one cannot decide. */
  deciding: Deciding | undefined;
  onDone: () => Promise<void>;
}) {
  const { kind, tool_call_id, patch_ref, args = {}, prompt = {} } = item;
  const { report, answer } = useAnswers(item, onDone);
  switch (kind) {
    case 'confirmation':
      return (
        <ApprovalCard
          outcome={gone ? 'gone' : 'waiting'}
          context={visibleLine(`${item.agent.name} for ${item.subject_ref}`)}
          settleMs={settleMs}
          held={heldOf(item)}
          deciding={deciding}
        >
          {gone && <SettledBy item={item} />}
        </ApprovalCard>
      );
    case 'action':
      return (
        <ActionCard
          action={{ tool_call_id, patch_ref, args }}
          open={!gone}
          status={undefined}
          onReport={report.mutateAsync}
        />
      );
    case 'question':
      return (
        <>
          <QuestionCard
            question={{ tool_call_id, kind: patch_ref, prompt }}
            open={!gone}
            busy={answer.isPending}
            onAnswer={(text) => answer.mutate(text)}
          />
          {answer.isError && <ErrorNotice error={answer.error} />}
        </>
      );
  }
}
