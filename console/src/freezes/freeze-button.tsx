import { OctagonX } from 'lucide-react';
import { useState } from 'react';
import type { NewFreeze } from '../api/schema.ts';
import { counted } from '../text/counted.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Field, Textarea } from '../ui/field.tsx';
import { useToasts } from '../ui/toast.tsx';
import { useFreezeChanges } from './use-freeze-changes.ts';

const longestReason = 500;

/** Stops the sending of calls, for a reason that has to be given. */
export function FreezeButton({
  target,
  name,
  size = 'medium',
}: {
  target: Pick<NewFreeze, 'scope' | 'id'>;
  /** The target in words: "all calls". */
  name: string;
  size?: 'small' | 'medium';
}) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const { put } = useFreezeChanges();
  const toasts = useToasts();
  const freeze = async (): Promise<void> => {
    const { in_flight } = await put.mutateAsync({ ...target, reason: reason.trim() });
    setReason('');
    if (in_flight === 0) toasts.done(`Frozen: ${name}`, 'No call was on its way.');
    else toasts.warned(`Frozen: ${name}`, `${counted(in_flight, 'call')} on the way may still arrive.`);
  };
  return (
    <>
      <Button
        needs={['approver', 'admin']}
        look="danger"
        size={size}
        className="border-bad bg-bad-soft"
        aria-label={`Freeze ${name}`}
        onClick={() => setOpen(true)}
      >
        <OctagonX aria-hidden />
        Freeze
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Freeze ${name}?`}
        description="No call is sent from then on. Approved calls wait until an admin lifts the freeze; calls without a gate fail."
        action="Freeze"
        danger
        disabled={reason.trim() === ''}
        onConfirm={freeze}
      >
        <Field label="Reason" hint="Everybody sees it who sees a frozen call." className="mt-4">
          {(control) => (
            <Textarea
              {...control}
              required
              maxLength={longestReason}
              value={reason}
              onChange={({ target: { value } }) => setReason(value)}
            />
          )}
        </Field>
      </ConfirmDialog>
    </>
  );
}
