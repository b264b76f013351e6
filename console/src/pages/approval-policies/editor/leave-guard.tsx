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
      description="What you have changed is not published, and is lost."
      action="Leave"
      danger
      onConfirm={() => {
        blocker.proceed();
        return Promise.resolve();
      }}
    />
  );
}
