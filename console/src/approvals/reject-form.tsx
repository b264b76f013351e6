import { useState } from 'react';
import { noteOf } from '#heddle-react/note-of.ts';
import { Button } from '../ui/button.tsx';
import { Field, Textarea } from '../ui/field.tsx';

/** Asks why a write is rejected. The reason is for the agent too, which may propose something better. */
export function RejectForm({
  action = 'Reject',
  busy,
  disabled = false,
  onReject,
  onCancel,
}: {
  /** Label of the button. */
  action?: string;
  busy: boolean;
  /** Whether it cannot be rejected now. */
  disabled?: boolean;
  onReject: (reason: string | undefined) => void;
  onCancel: () => void;
}) {
  const [reason, setReason] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onReject(noteOf(reason));
      }}
    >
      <Field label="Reason" hint="The agent receives the reason, and the trace shows it.">
        {(control) => (
          <Textarea
            {...control}
            autoFocus
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            maxLength={2000}
            placeholder="The amount is wrong"
          />
        )}
      </Field>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button type="submit" look="danger" busy={busy} disabled={disabled}>
          {action}
        </Button>
        <Button look="quiet" onClick={onCancel} disabled={busy}>
          Back
        </Button>
      </div>
    </form>
  );
}
