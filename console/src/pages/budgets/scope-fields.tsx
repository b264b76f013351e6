import { useQuery } from '@tanstack/react-query';
import { agentsQuery } from '../../published/agents-query.ts';
import { Field, Input, Select } from '../../ui/field.tsx';
import type { Budget } from '../../api/schema.ts';

type Scope = Budget['scope'];

/** The scope and period of a budget. */
export function ScopeFields({
  scope,
  error,
  onChange,
}: {
  scope: Scope;
  /** The error of the agent or subject. */
  error: string | undefined;
  onChange: (scope: Scope) => void;
}) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Field label="Of">
        {(control) => (
          <Select {...control} value={scope} onChange={({ target }) => onChange(target.value as Scope)}>
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
      {scope === 'agent' && <AgentField error={error} />}
      {scope === 'subject' && (
        <Field label="Subject" error={error} className="sm:col-span-2">
          {(control) => <Input {...control} name="id" placeholder="customer-481" />}
        </Field>
      )}
    </div>
  );
}

/** All versions of an agent share its budget. */
function AgentField({ error }: { error: string | undefined }) {
  const { data } = useQuery(agentsQuery);
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
