import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { api, madeOf } from '../../api/client.ts';
import type { NewFourEyes } from '../../api/schema.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { fourEyesQuery } from './queries.ts';

/** The kinds of changes that can need two people, as the settings name them. */
const kinds: Record<Exclude<keyof NewFourEyes, 'via'>, string> = {
  agents: 'Agents',
  patches: 'Patches',
  connections: 'Connections',
  policies: 'Approval policies',
  groups: 'Approver groups',
  credentials: 'Keys, sign-in and webhooks',
  passkeys: 'Passkeys',
  payees: 'Payees',
  freeze: 'Lifting a freeze',
};

type Kind = keyof typeof kinds;

/** Settings of the changes that need two people. */
export function FourEyesSettings() {
  const queries = useQueryClient();
  const toasts = useToasts();
  const settings = useQuery(fourEyesQuery);
  const save = useMutation({
    mutationFn: async (body: NewFourEyes) => madeOf(await api.PUT('/v1/settings/four-eyes', { body })),
    onSuccess: () => toasts.done('Saved'),
    // The proposal appears in the list above.
    onSettled: async () => await queries.invalidateQueries(),
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const chosen = Object.keys(kinds).map((kind) => [kind, form.has(kind)]);
    const { via } = settings.data ?? {};
    // The page leaves it as it is: to be known in more ways needs two people itself.
    save.mutate({
      ...(Object.fromEntries(chosen) as Record<Kind, boolean>),
      ...(via === undefined ? {} : { via }),
    });
  };
  return (
    <Section
      title="Two people"
      description="One person proposes these changes, and another approves them. The same applies to switching this off."
    >
      <form onSubmit={submit} className="space-y-4 p-5">
        {settings.isError && <ErrorNotice error={settings.error} />}
        {settings.isSuccess && (
          <fieldset key={settings.dataUpdatedAt} className="flex flex-wrap gap-x-6 gap-y-2">
            <legend className="sr-only">Changes that need two people</legend>
            {Object.entries(kinds).map(([kind, label]) => (
              <Checkbox key={kind} name={kind} label={label} defaultChecked={settings.data[kind as Kind]} />
            ))}
          </fieldset>
        )}
        {save.isError && <ErrorNotice error={save.error} />}
        <Button needs="admin" type="submit">
          Save
        </Button>
      </form>
    </Section>
  );
}
