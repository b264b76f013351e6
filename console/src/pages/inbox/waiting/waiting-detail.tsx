import { Link } from '@tanstack/react-router';
import type { Approval } from '../../../api/schema.ts';
import type { Deciding } from '../../../approvals/deciding.ts';
import { Button } from '../../../ui/button.tsx';
import { detailId } from './use-current.ts';
import { callAttribute } from './use-inbox-keys.ts';
import { WaitingCard } from './waiting-card.tsx';

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
  /** The corrected version that replaced it, if any. */
  successor: Approval | undefined;
  /** Undefined while one cannot decide. */
  deciding: Deciding | undefined;
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
      <WaitingCard item={item} gone={gone} deciding={deciding} onDone={onDone} />
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
