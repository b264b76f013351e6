import { FlaskConical } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { SimulatedPolicy } from '../../../../api/schema.ts';
import { asApiError } from '../../../../api/api-error.ts';
import { Button } from '../../../../ui/button.tsx';
import { Section } from '../../../../ui/card.tsx';
import { ErrorNotice } from '../../../../ui/error-notice.tsx';
import { Field, Input } from '../../../../ui/field.tsx';
import { formText } from '../../../../ui/form-text.ts';
import type { Draft } from '../model/draft.ts';
import { SimulationResult } from './simulation-result.tsx';
import { dayMs, useSimulation } from './use-simulation.ts';

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Simulates the draft on the calls of a period, without publishing it. */
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
  // The last result stays visible while the next one is computed.
  const [result, setResult] = useState<{ of: Draft; simulated: SimulatedPolicy }>();
  const simulation = useSimulation(policyKey);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (draft === undefined) return;
    const form = new FormData(event.currentTarget);
    onRefused(undefined);
    simulation.mutate(
      { draft, from: formText(form, 'from'), to: formText(form, 'to') },
      {
        onSuccess: (simulated) => setResult({ of: draft, simulated }),
        onError: (error) => {
          if (asApiError(error).status === 422) onRefused(error);
        },
      },
    );
  };
  const [today] = useState(() => Date.now());
  return (
    <Section
      title="Simulation"
      description="Shows how this draft would have decided earlier calls. Nothing changes."
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
          busy={simulation.isPending}
          disabled={draft === undefined || policyKey === ''}
          {...(policyKey === '' && { title: 'The policy needs a key first.' })}
        >
          {!simulation.isPending && <FlaskConical aria-hidden />} Simulate
        </Button>
      </form>
      {simulation.isError && <ErrorNotice error={simulation.error} className="mx-5 mb-5" />}
      {result !== undefined && !simulation.isError && (
        <SimulationResult simulated={result.simulated} isStale={!isSame(result.of, draft)} />
      )}
    </Section>
  );
}

function isSame(one: Draft, other: Draft | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
