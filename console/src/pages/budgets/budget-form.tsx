import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/schema.ts';
import { useAgents } from '../../published/use-agents.ts';
import { Field, Input, Select } from '../../ui/field.tsx';
import { formText } from '../../ui/form-text.ts';
import { SaveForm } from '../../ui/save-form.tsx';

type Budget = Schema<'Budget'>;
type Scope = Budget['scope'];

/** Makes a budget, or changes the credits of one: its scope and its period are what it is known by. */
export function BudgetForm({
  budget,
  onSaved,
  onCancel,
}: {
  budget: Budget | undefined;
  onSaved: () => Promise<void>;
  onCancel: () => void;
}) {
  const [scope, setScope] = useState<Scope>(budget?.scope ?? 'workspace');
  const save = async (form: FormData): Promise<void> => {
    const credits = formText(form, 'credits');
    const period = budget?.period ?? formText(form, 'period');
    const id = budget?.of ?? formText(form, 'id');
    const body = {
      scope,
      ...(scope !== 'workspace' && { id }),
      credits: Number(credits || Number.NaN),
      period,
    };
    // The API says what is wrong with it.
    await api.PUT('/v1/budgets', { body: body as Schema<'NewBudget'> });
    await onSaved();
  };
  return (
    <SaveForm onSave={save} onCancel={onCancel}>
      {(faultOf) => (
        <>
          {budget === undefined && (
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
              <Field label="Of">
                {(control) => (
                  <Select
                    {...control}
                    value={scope}
                    onChange={({ target }) => setScope(target.value as Scope)}
                  >
                    <option value="workspace">The whole workspace</option>
                    <option value="agent">An agent</option>
                    <option value="subject">A subject</option>
                  </Select>
                )}
              </Field>
              <Field label="In a">
                {(control) => (
                  <Select {...control} name="period" defaultValue="month">
                    <option value="day">Day</option>
                    <option value="month">Month</option>
                  </Select>
                )}
              </Field>
              {scope === 'agent' && <AgentField error={faultOf('id')?.message} />}
              {scope === 'subject' && (
                <Field label="Subject" error={faultOf('id')?.message} className="sm:col-span-2">
                  {(control) => <Input {...control} name="id" placeholder="customer-481" />}
                </Field>
              )}
            </div>
          )}
          <Field
            label="Credits"
            hint="The most that may be spent in the period."
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

/** All versions of an agent share its budget. */
function AgentField({ error }: { error: string | undefined }) {
  const { data } = useAgents();
  const keys = [...new Set(data?.map(({ key }) => key))].toSorted();
  return (
    <Field label="Agent" error={error} className="sm:col-span-2">
      {(control) => (
        <Select {...control} name="id">
          {keys.map((key) => (
            <option key={key}>{key}</option>
          ))}
        </Select>
      )}
    </Field>
  );
}
