import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { visibleLine } from '#contract/unseen-characters.ts';
import { clientFor } from '../../../api/client.ts';
import type { Approval } from '../../../api/schema.ts';
import { ApprovalCard, type Deciding } from '../../../approvals/approval-card.tsx';
import { settledBy } from '../../../approvals/decide.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { ActionCard } from '../../../approvals/action-card.tsx';
import { QuestionCard } from '../../../approvals/question-card.tsx';
import { heldOf } from './held-of.ts';
import { detailId } from './use-current.ts';
import { callAttribute } from './use-inbox-keys.ts';

/** One thing that waits, in full, with what settles it. */
export function WaitingDetail({
  item,
  gone,
  successor,
  deciding,
  onDone,
  onShow,
}: {
  item: Approval;
  /** Whether it was settled meanwhile, or has expired. */
  gone: boolean;
  /** What took its place, if somebody has corrected it. */
  successor: Approval | undefined;
  deciding: Deciding;
  onDone: () => Promise<void>;
  onShow: (item: Approval) => void;
}) {
  return (
    <div
      id={detailId}
      tabIndex={-1}
      className="space-y-4 outline-none"
      {...{ [callAttribute]: item.tool_call_id }}
    >
      <Content item={item} gone={gone} deciding={deciding} onDone={onDone} />
      {gone && successor !== undefined && (
        <Button look="primary" onClick={() => onShow(successor)}>
          See the corrected call
        </Button>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button asChild size="small">
          <Link to="/playground" search={{ thread: item.thread_id, subject: item.subject_ref }}>
            Open the conversation
          </Link>
        </Button>
        <Button asChild size="small" look="quiet">
          <Link to="/runs/$runId" params={{ runId: item.run_id }} search={{ subject: item.subject_ref }}>
            See the run
          </Link>
        </Button>
      </div>
    </div>
  );
}

/** The next card stands where the last one stood, whose button a double click may hit twice. */
const settleMs = 400;

function Content({
  item,
  gone,
  deciding,
  onDone,
}: {
  item: Approval;
  gone: boolean;
  deciding: Deciding;
  onDone: () => Promise<void>;
}) {
  const { kind, tool_call_id, patch_ref, args, prompt } = item;
  const context = visibleLine(`${item.agent.name} for ${item.subject_ref}`);
  if (kind === 'confirmation') {
    return (
      <ApprovalCard
        outcome={gone ? 'gone' : 'waiting'}
        context={context}
        settleMs={settleMs}
        held={heldOf(item)}
        deciding={deciding}
      >
        {gone && <SettledBy item={item} />}
      </ApprovalCard>
    );
  }
  if (kind === 'action') {
    return (
      <ActionCard
        action={{ tool_call_id, patch_ref, args: args ?? {} }}
        open={!gone}
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
  return <OpenQuestion item={item} gone={gone} prompt={prompt ?? {}} onDone={onDone} />;
}

/** Who settled what one was looking at. */
function SettledBy({ item }: { item: Approval }) {
  const { data } = useQuery({
    queryKey: ['settled-by', item.tool_call_id],
    queryFn: async ({ signal }) =>
      await settledBy(item, { as: 'console', subject: item.subject_ref }, signal),
  });
  return (
    <p role="status" className="mt-3 text-sm">
      {data}
    </p>
  );
}

/** A question, answered by one of its options. Another answer is given in the conversation. */
function OpenQuestion({
  item,
  gone,
  prompt,
  onDone,
}: {
  item: Approval;
  gone: boolean;
  prompt: Record<string, unknown>;
  onDone: () => Promise<void>;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const answer = async (content: string): Promise<void> => {
    setBusy(true);
    setError(undefined);
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
        open={!gone}
        busy={busy}
        onAnswer={(text) => void answer(text)}
      />
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  );
}
