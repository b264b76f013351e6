import { useMutation } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { faultsOf } from '../../api/api-error.ts';
import { api, dataOf } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Section } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { IdentifyAnswer } from './identify-answer.tsx';
import { rails, requestOf } from './rails.ts';

/** What is known of a reference to a bank account or wallet. */
export function IdentifyPage() {
  const [rail, setRail] = useState<keyof typeof rails>('iban');
  const lookup = useMutation({
    mutationFn: async (form: FormData) =>
      dataOf(await api.POST('/v1/identify', { body: requestOf(rail, form) })),
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    lookup.mutate(new FormData(event.currentTarget));
  };
  const faults = faultsOf(lookup.error);
  return (
    <Page>
      <PageHeader
        title="Identify"
        description="Find the institution behind a bank account or wallet, and the payment rails that reach it. Only lookups that find one are charged."
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Section title="Reference">
          <form onSubmit={submit} className="space-y-4 p-5">
            <Field label="Kind">
              {(control) => (
                <Select
                  {...control}
                  value={rail}
                  onChange={({ target }) => {
                    setRail(target.value as keyof typeof rails);
                    lookup.reset();
                  }}
                >
                  {Object.entries(rails).map(([name, { title }]) => (
                    <option key={name} value={name}>
                      {title}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            {rails[rail].fields.map(({ name, label, example, optional }) => (
              <Field
                key={`${rail} ${name}`}
                label={optional === true ? `${label} (optional)` : label}
                hint={`For example ${example}`}
                error={faults.find(({ path }) => path === name)?.message}
              >
                {(control) => (
                  <Input
                    {...control}
                    name={name}
                    required={optional !== true}
                    autoComplete="off"
                    spellCheck={false}
                    className="font-mono"
                  />
                )}
              </Field>
            ))}
            <Button needs="maker" look="primary" type="submit" busy={lookup.isPending} className="w-full">
              Identify
            </Button>
          </form>
        </Section>
        <div aria-live="polite">
          {lookup.isError && <ErrorNotice error={lookup.error} />}
          {lookup.isSuccess && <IdentifyAnswer answer={lookup.data} />}
          {!lookup.isError && !lookup.isSuccess && (
            <Card>
              <EmptyState icon={Landmark} title="No reference yet">
                Enter one to see its institution, its rails, and whether the account number can exist.
              </EmptyState>
            </Card>
          )}
        </div>
      </div>
    </Page>
  );
}
