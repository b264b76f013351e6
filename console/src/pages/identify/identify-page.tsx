import { useMutation } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { Card, Section } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { IdentifyAnswer } from './identify-answer.tsx';
import { type Rail, requestOf } from './rails.ts';
import { ReferenceForm } from './reference-form.tsx';

/** Looks up a bank account or wallet. */
export function IdentifyPage() {
  const [rail, setRail] = useState<Rail>('iban');
  const lookup = useMutation({
    mutationFn: async (form: FormData) =>
      dataOf(await api.POST('/v1/identify', { body: requestOf(rail, form) })),
  });
  return (
    <Page>
      <PageHeader
        title="Identify"
        description="Find the institution behind a bank account or wallet, and the payment rails that reach it. Only lookups that find one are charged."
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Section title="Reference">
          <ReferenceForm
            rail={rail}
            busy={lookup.isPending}
            error={lookup.error}
            onRail={(next) => {
              setRail(next);
              lookup.reset();
            }}
            onLookup={lookup.mutate}
          />
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
