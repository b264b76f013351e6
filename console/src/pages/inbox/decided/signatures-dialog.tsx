import { useQuery } from '@tanstack/react-query';
import { clientFor, dataOf } from '../../../api/client.ts';
import type { DecidedCall } from '../../../api/schema.ts';
import { DecisionWords } from '../../../signatures/decision-words.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { decisionsOf } from './decisions-of.ts';
import { titleOf } from './title-of-decided.ts';

/** The decisions on a call, with the passkeys that have signed them, from the trace of its run. */
export default function SignaturesDialog({ item, onClose }: { item: DecidedCall; onClose: () => void }) {
  const { run_id: id, subject_ref: subject } = item;
  const decisions = useQuery({
    queryKey: ['decisions-of', id, item.tool_call_id],
    queryFn: async ({ signal }) => {
      const client = clientFor({ as: 'console', subject });
      const answer = await client.GET('/v1/loom/runs/{id}/trace', { params: { path: { id } }, signal });
      return decisionsOf(dataOf(answer), item);
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Decisions on ${titleOf(item)}`}
      description="Verify computes in your browser, without the service, whether the key has signed this decision on this call."
      className="max-w-2xl"
    >
      {decisions.isPending && <SkeletonLines lines={3} />}
      {decisions.isError && <ErrorNotice error={decisions.error} onRetry={() => void decisions.refetch()} />}
      {decisions.data?.map((decision) => (
        <DecisionWords key={`${decision.at} ${decision.actor}`} decision={decision} />
      ))}
      {decisions.data?.length === 0 && <p className="text-sm">The trace of its run is no longer kept.</p>}
    </Dialog>
  );
}
