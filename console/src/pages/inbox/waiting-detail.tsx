import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { clientFor } from '../../api/client.ts';
import type { Approval } from '../../api/schema.ts';
import { ApprovalCard } from '../../approvals/approval-card.tsx';
import type { Decision } from '../../approvals/decide.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ActionCard } from '../../approvals/action-card.tsx';
import { QuestionCard } from '../../approvals/question-card.tsx';
import { titleOf } from './title-of.ts';

/** One thing that waits, in full, with what settles it. */
export function WaitingDetail({
  item,
  onDecide,
  onDone,
}: {
  item: Approval;
  onDecide: (decision: Decision) => Promise<void>;
  onDone: () => Promise<void>;
}) {
  return (
    <div className="space-y-4">
      <Content item={item} onDecide={onDecide} onDone={onDone} />
      <div className="flex flex-wrap items-center gap-2">
        <Button asChild size="small">
          <Link to="/playground" search={{ thread: item.thread_id, subject: item.subject_ref }}>
            Open the conversation
          </Link>
        </Button>
        <Button asChild size="small" look="quiet">
          <Link to="/runs/$runId" params={{ runId: item.run_id }}>
            See the run
          </Link>
        </Button>
      </div>
    </div>
  );
}

function Content({
  item,
  onDecide,
  onDone,
}: {
  item: Approval;
  onDecide: (decision: Decision) => Promise<void>;
  onDone: () => Promise<void>;
}) {
  const { kind, tool_call_id, patch_ref, summary, args, prompt, risk, created_at, expires_at } = item;
  const context = `${item.agent.name} for ${item.subject_ref}`;
  if (kind === 'confirmation') {
    return (
      <ApprovalCard
        outcome="waiting"
        context={context}
        held={{
          tool_call_id,
          patch_ref,
          summary: summary ?? { title: titleOf(item) },
          risk: risk ?? 'low',
          created_at,
          expires_at,
        }}
        onDecide={onDecide}
      />
    );
  }
  if (kind === 'action') {
    return (
      <ActionCard
        action={{ tool_call_id, patch_ref, args: args ?? {} }}
        open
        status={undefined}
        onReport={async ({ state, note }) => {
          await clientFor({ as: 'console', subject: item.subject_ref }).POST('/v1/loom/runs/{id}/outcome', {
            params: { path: { id: item.run_id } },
            body: { tool_call_id, state, ...(note === undefined ? {} : { detail: { note } }) },
          });
          await onDone();
        }}
      />
    );
  }
  return <OpenQuestion item={item} prompt={prompt ?? {}} onDone={onDone} />;
}

/** A question, answered by one of its options. Another answer is given in the conversation. */
function OpenQuestion({
  item,
  prompt,
  onDone,
}: {
  item: Approval;
  prompt: Record<string, unknown>;
  onDone: () => Promise<void>;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const answer = async (content: string): Promise<void> => {
    setBusy(true);
    try {
      await clientFor({ as: 'console', subject: item.subject_ref }).POST(
        '/v1/loom/threads/{thread_id}/messages',
        { params: { path: { thread_id: item.thread_id } }, body: { content } },
      );
      await onDone();
    } catch (error) {
      setError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <QuestionCard
        question={{ tool_call_id: item.tool_call_id, kind: item.patch_ref, prompt }}
        open
        busy={busy}
        onAnswer={(text) => void answer(text)}
      />
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  );
}
