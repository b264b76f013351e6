import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

/** Asks before a page with unsaved work is left. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => dirty,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) blocker.reset();
      }}
      title="Leave the draft?"
      description="Your changes are not published, and will be lost."
      action="Leave"
      danger
      onConfirm={() => {
        blocker.proceed();
        return Promise.resolve();
      }}
    />
  );
}
