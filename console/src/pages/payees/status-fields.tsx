import type { PayeeStatus } from '../../api/schema.ts';
import { payeeStatuses, payeeStatusNames } from '../../payments/payee-statuses.ts';
import { Field, Select, Textarea } from '../../ui/field.tsx';

/** The status of a payee, and a note. */
export function StatusFields({
  status,
  note,
  noteFault,
}: {
  status: PayeeStatus;
  note?: string | undefined;
  noteFault: string | undefined;
}) {
  return (
    <>
      <Field
        label="Status"
        hint="Policies may look at it. A call that pays a blocked payee is denied, whatever they say."
      >
        {(control) => (
          <Select {...control} name="status" defaultValue={status}>
            {payeeStatusNames.map((name) => (
              <option key={name} value={name}>
                {payeeStatuses[name].text}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Note (optional)" hint="For people. Models do not see it." error={noteFault}>
        {(control) => <Textarea {...control} name="note" defaultValue={note} rows={2} autoComplete="off" />}
      </Field>
    </>
  );
}
