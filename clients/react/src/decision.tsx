import { useState } from 'react';
import { Button } from './button.tsx';
import { Note } from './note.tsx';
import { useBusy } from './use-busy.ts';
import { settleMs, useSettled } from './use-settled.ts';

/** The buttons that decide on what has been shown for long enough to be seen. */
export function Decision({
  blocked,
  signs,
  approved,
  onApprove,
  onReject,
}: {
  /** Whether nobody decides now. */
  blocked: boolean;
  /** Whether a passkey signs the decision. */
  signs: boolean;
  /** Whether it has all of its approvals, and waits to be sent. */
  approved: boolean;
  onApprove: () => Promise<void>;
  onReject: (reason: string | undefined) => Promise<void>;
}) {
  const [rejecting, setRejecting] = useState(false);
  const settled = useSettled(settleMs);
  const { busy, run } = useBusy();
  const disabled = busy || blocked || !settled;
  const andSign = signs ? ' and sign' : '';
  if (rejecting) {
    return (
      <Note
        label="Reason"
        hint="Passed to the agent."
        submit={`Reject${andSign}`}
        busy={disabled}
        onSubmit={(reason) => run(async () => await onReject(reason))}
        onCancel={() => setRejecting(false)}
      />
    );
  }
  return (
    <div className="heddle-buttons">
      {!approved && (
        <Button look="primary" disabled={disabled} onClick={() => run(onApprove)}>
          {`Approve${andSign}`}
        </Button>
      )}
      <Button disabled={disabled} onClick={() => setRejecting(true)}>
        Reject…
      </Button>
    </div>
  );
}
