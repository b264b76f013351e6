import { useState } from 'react';
import type { Payee, PayeeStatus } from '../../api/schema.ts';
import { Field, Textarea } from '../../ui/field.tsx';
import { formText } from '../../ui/form-text.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { type Rail, requestOf } from '../identify/rails.ts';
import { ReferenceFields } from '../identify/reference-fields.tsx';
import { StatusFields } from './status-fields.tsx';
import { usePayeeChanges } from './use-payee-changes.ts';

/** Adds an account before anything is paid to it. */
export function PayeeForm({
  onAdded,
  onCancel,
}: {
  /** Also if the account was a payee already. */
  onAdded: (payee: Payee) => void;
  onCancel: () => void;
}) {
  const [rail, setRail] = useState<Rail>('iban');
  const { add } = usePayeeChanges();
  const toasts = useToasts();
  const save = async (form: FormData): Promise<void> => {
    const names = formText(form, 'names')
      .split('\n')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    const note = formText(form, 'note');
    const { payee, isNew } = await add.mutateAsync({
      account: requestOf(rail, form),
      ...(names.length > 0 && { names }),
      status: formText(form, 'status') as PayeeStatus,
      ...(note !== '' && { note }),
    });
    if (isNew) toasts.done('Added');
    else toasts.warned('This account is a payee already', 'Nothing was changed.');
    onAdded(payee);
  };
  return (
    <SaveForm onSave={save} onCancel={onCancel}>
      {(faultOf) => (
        <>
          <ReferenceFields
            rail={rail}
            faultOf={(name) => faultOf(`account.${name}`)?.message}
            onRail={setRail}
          />
          <Field
            label="Names (optional)"
            hint="One in a line. Names that payments use are added to them."
            error={faultOf('names')?.message}
          >
            {(control) => <Textarea {...control} name="names" rows={2} autoComplete="off" />}
          </Field>
          <StatusFields status="open" noteFault={faultOf('note')?.message} />
        </>
      )}
    </SaveForm>
  );
}
