import { QuestionCard } from '../../../approvals/question-card.tsx';
import type { TimelineItem } from '../../../conversation/timeline.ts';
import { CardLink } from './card-link.tsx';
import type { ItemProps } from './item-props.ts';

/** A question of the agent, with what answers it while it waits. */
export function QuestionItem({
  item: { question, runId, status },
  view,
  subject,
  busy,
  onAnswer,
}: ItemProps & { item: TimelineItem & { kind: 'question' } }) {
  return (
    <>
      <QuestionCard
        question={question}
        open={status === undefined && view.thread?.pending_elicitation?.run_id === runId}
        busy={busy}
        onAnswer={onAnswer}
      />
      <CardLink runId={runId} subject={subject} />
    </>
  );
}
