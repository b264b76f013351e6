import { useState } from 'react';
import type { Budget, NewBudget } from '../../api/schema.ts';
import { Field, Input } from '../../ui/field.tsx';
import { formText } from '../../ui/form-text.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { ScopeFields } from './scope-fields.tsx';
import { useBudgetChanges } from './use-budget-changes.ts';

/** Makes a budget, or changes the credits of one: its scope and its period are what it is known by. */
export function BudgetForm({
  budget,
  onSaved,
  onCancel,
}: {
  budget: Budget | undefined;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const [scope, setScope] = useState<Budget['scope']>(budget?.scope ?? 'workspace');
  const { put } = useBudgetChanges();
  const save = async (form: FormData): Promise<void> => {
    const credits = formText(form, 'credits');
    const body = {
      scope,
      ...(scope !== 'workspace' && { id: budget?.of ?? formText(form, 'id') }),
      credits: Number(credits || Number.NaN),
      period: budget?.period ?? formText(form, 'period'),
    };
    // The API says what is wrong with it.
    await put.mutateAsync(body as NewBudget);
    onSaved();
  };
  return (
    <SaveForm onSave={save} onCancel={onCancel}>
      {(faultOf) => (
        <>
          {budget === undefined && (
            <ScopeFields scope={scope} error={faultOf('id')?.message} onChange={setScope} />
          )}
          <Field
            label="Credits"
            hint="The maximum spending in the period."
            error={faultOf('credits')?.message}
          >
            {(control) => (
              <Input {...control} name="credits" inputMode="decimal" defaultValue={budget?.credits} />
            )}
          </Field>
        </>
      )}
    </SaveForm>
  );
}
