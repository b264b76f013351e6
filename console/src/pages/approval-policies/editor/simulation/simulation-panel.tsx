import { FlaskConical } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api, dataOf } from '../../../../api/client.ts';
import { asApiError } from '../../../../api/api-error.ts';
import type { Schema } from '../../../../api/schema.ts';
import { Button } from '../../../../ui/button.tsx';
import { Section } from '../../../../ui/card.tsx';
import { ErrorNotice } from '../../../../ui/error-notice.tsx';
import { Field, Input } from '../../../../ui/field.tsx';
import { formText } from '../../../../ui/form-text.ts';
import type { Draft } from '../model/draft.ts';
import { SimulationResult } from './simulation-result.tsx';

const dayMs = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** What the draft would have decided about the calls of a period, without publishing it. */
export function SimulationPanel({
  draft,
  policyKey,
  onRefused,
}: {
  /** Undefined while it cannot be read. */
  draft: Draft | undefined;
  policyKey: string;
  /** The draft is not valid: the form shows why. Undefined once it is. */
  onRefused: (error: unknown) => void;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [result, setResult] = useState<{ of: Draft; simulated: Schema<'SimulatedPolicy'> }>();
  const simulate = async (of: Draft, form: FormData): Promise<void> => {
    setBusy(true);
    setError(undefined);
    onRefused(undefined);
    const from = new Date(formText(form, 'from')).toISOString();
    // The last day is part of the period.
    const to = new Date(Date.parse(formText(form, 'to')) + dayMs).toISOString();
    const policy = of as unknown as Schema<'ApprovalPolicyDefinition'>;
    try {
      const params = { path: { key: policyKey } };
      const body = { policy, from, to };
      const answer = await api.POST('/v1/approval-policies/{key}/simulate', { params, body });
      setResult({ of, simulated: dataOf(answer) });
    } catch (error) {
      if (asApiError(error).status === 422) onRefused(error);
      setError(error);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (draft !== undefined) void simulate(draft, new FormData(event.currentTarget));
  };
  const [today] = useState(() => Date.now());
  return (
    <Section
      title="Simulation"
      description="What this draft would have decided about calls that were made. Nothing changes."
    >
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3 p-5">
        <Field label="From" className="w-40">
          {(control) => (
            <Input {...control} name="from" type="date" required defaultValue={dayOf(today - 30 * dayMs)} />
          )}
        </Field>
        <Field label="To" className="w-40">
          {(control) => <Input {...control} name="to" type="date" required defaultValue={dayOf(today)} />}
        </Field>
        <Button
          needs="maker"
          type="submit"
          busy={busy}
          disabled={draft === undefined || policyKey === ''}
          {...(policyKey === '' && { title: 'The policy needs a key first.' })}
        >
          {!busy && <FlaskConical aria-hidden />} Simulate
        </Button>
      </form>
      {error !== undefined && <ErrorNotice error={error} className="mx-5 mb-5" />}
      {result !== undefined && error === undefined && (
        <SimulationResult
          simulated={result.simulated}
          isStale={result.of !== draft && !isSame(result.of, draft)}
        />
      )}
    </Section>
  );
}

function isSame(one: Draft, other: Draft | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
