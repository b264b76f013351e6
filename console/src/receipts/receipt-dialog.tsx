import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { ToolCall } from '../api/schema.ts';
import { saveFile } from '../statements/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { ReceiptFacts } from './receipt-facts.tsx';
import { receiptQuery } from './receipt-query.ts';
import type { PlaceInTrace, RunOfReceipts } from './receipts-of.ts';

/** The signed record of a call, whose signature the browser verifies. */
export default function ReceiptDialog({
  run,
  call,
  place,
  onClose,
}: {
  run: RunOfReceipts;
  call: ToolCall;
  place: PlaceInTrace;
  onClose: () => void;
}) {
  const receipt = useQuery(receiptQuery(run, place));
  const { data } = receipt;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Receipt: ${call.patch_ref}`}
      description="A signed statement of the service about a call that was sent."
      className="max-w-2xl"
    >
      {receipt.isPending && <SkeletonLines lines={5} />}
      {receipt.isError && <ErrorNotice error={receipt.error} onRetry={() => void receipt.refetch()} />}
      {data !== undefined && (
        <div className="space-y-4">
          <p role="status" className="flex items-start gap-2.5 text-sm">
            <CircleCheck className="mt-0.5 size-4 shrink-0 text-good" aria-hidden />
            <span className="min-w-0">
              The signature was verified in your browser, with the key{' '}
              <code className="font-mono text-xs break-all">{data.kid}</code> of this service.
            </span>
          </p>
          <ReceiptFacts receipt={data.payload} runId={run.runId} call={call} />
          <JsonView value={data.payload} label="Content of the receipt" />
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
            <Button
              look="primary"
              onClick={() =>
                saveFile(`receipt-${run.runId}-${place.turn}-${place.call}.jws`, `${data.jws}\n`)
              }
            >
              Save the receipt
            </Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  );
}
