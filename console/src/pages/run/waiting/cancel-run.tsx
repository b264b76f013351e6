import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleStop } from 'lucide-react';
import { useState } from 'react';
import { clientFor } from '../../../api/client.ts';
import type { Trace } from '../../../api/schema.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { traceKey } from '../trace-query.ts';

/** Cancels a run, and says so at once. Asks first if a held call is lost by it. */
export function CancelRun({ run: { id, subject_ref, state } }: { run: Trace }) {
  const queries = useQueryClient();
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: async () =>
      await clientFor({ as: 'console', subject: subject_ref }).POST('/v1/loom/runs/{id}/cancel', {
        params: { path: { id } },
      }),
    onSettled: async () => await queries.invalidateQueries({ queryKey: traceKey(id) }),
    onError: (error) => toasts.failed('Not cancelled', error),
  });
  const cancelling = cancel.isPending || cancel.isSuccess;
  return (
    <>
      <Button
        needs={['maker', 'approver']}
        size="small"
        busy={cancelling}
        onClick={() => (state === 'running' ? cancel.mutate() : setAsking(true))}
      >
        {!cancelling && <CircleStop aria-hidden />} {cancelling ? 'Cancelling…' : 'Cancel'}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancel this run?"
        description="Its held call is not carried out, and its question can no longer be answered."
        action="Cancel the run"
        dismiss="Keep it"
        danger
        onConfirm={async () => cancel.mutate()}
      />
    </>
  );
}
