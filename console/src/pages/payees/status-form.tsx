import type { Payee, PayeeChange, PayeeStatus } from '../../api/schema.ts';
import { formText } from '../../ui/form-text.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { StatusFields } from './status-fields.tsx';
import { usePayeeChanges } from './use-payee-changes.ts';

/** Changes the status and the note of a payee. */
export function StatusForm({
  payee: { id, status, note },
  onSaved,
  onCancel,
}: {
  payee: Payee;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const { change } = usePayeeChanges();
  const save = async (form: FormData): Promise<void> => {
    const next = { status: formText(form, 'status') as PayeeStatus, note: formText(form, 'note') };
    const body: PayeeChange = {
      ...(next.status !== status && { status: next.status }),
      ...(next.note !== (note ?? '') && { note: next.note === '' ? null : next.note }),
    };
    if (Object.keys(body).length > 0) await change.mutateAsync({ id, body });
    onSaved();
  };
  return (
    <SaveForm onSave={save} onCancel={onCancel}>
      {(faultOf) => <StatusFields status={status} note={note} noteFault={faultOf('note')?.message} />}
    </SaveForm>
  );
}
