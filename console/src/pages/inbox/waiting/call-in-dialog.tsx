import type { Approval } from '../../../api/schema.ts';
import { CallFacts } from '../../../approvals/call-facts.tsx';
import { heldOf } from '../../../approvals/held-of.ts';

/** The call of a dialog that was opened by key, with a notice if it has changed. */
export function CallInDialog({ item, changed }: { item: Approval; changed: boolean }) {
  return (
    <>
      {changed && (
        <p role="alert" className="mt-4 rounded-lg bg-warn-soft px-3.5 py-2.5 text-sm text-warn">
          This call has changed since it was shown, or was decided. Close this dialog to see its current
          state.
        </p>
      )}
      <CallFacts held={heldOf(item)} waiting />
    </>
  );
}
