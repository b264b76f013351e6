import { FileCheck2 } from 'lucide-react';
import { lazy, Suspense, useContext, useState } from 'react';
import type { ToolCall } from '../api/schema.ts';
import { Button } from '../ui/button.tsx';
import { type PlaceInTrace, ReceiptsOf } from './receipts-of.ts';

// Loaded when it is first opened.
const ReceiptDialog = lazy(() => import('./receipt-dialog.tsx'));

/** The way to the receipt of a call. There is one of calls that were sent and have ended. */
export function ReceiptButton({ call, place }: { call: ToolCall; place: PlaceInTrace }) {
  const run = useContext(ReceiptsOf);
  const [open, setOpen] = useState(false);
  if (run === undefined || call.request === undefined || call.status === 'pending') return null;
  return (
    <>
      <Button size="small" className="mt-2" onClick={() => setOpen(true)}>
        <FileCheck2 aria-hidden /> Receipt
      </Button>
      {open && (
        <Suspense>
          <ReceiptDialog run={run} call={call} place={place} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
