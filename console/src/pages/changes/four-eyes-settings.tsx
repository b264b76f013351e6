import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, dataOf, madeOf } from '../../api/client.ts';
import type { Schema } from '../../api/schema.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { useToasts } from '../../ui/toast.tsx';

const queryKey = ['four-eyes'];

/** What needs two people, as the settings name it. */
const kinds: Record<keyof Schema<'NewFourEyes'>, string> = {
  agents: 'Agents',
  patches: 'Patches',
  connections: 'Connections',
  policies: 'Approval policies',
  groups: 'Approver groups',
};

/** What two people have to change together. */
export function FourEyesSettings({ onSaved }: { onSaved: () => Promise<void> }) {
  const queries = useQueryClient();
  const toasts = useToasts();
  const [error, setError] = useState<unknown>();
  const settings = useQuery({
    queryKey,
    queryFn: async ({ signal }) => dataOf(await api.GET('/v1/settings/four-eyes', { signal })),
  });
  const save = async (form: FormData): Promise<void> => {
    setError(undefined);
    const body = {
      agents: form.has('agents'),
      patches: form.has('patches'),
      connections: form.has('connections'),
      policies: form.has('policies'),
      groups: form.has('groups'),
    };
    try {
      madeOf(await api.PUT('/v1/settings/four-eyes', { body }));
      toasts.done('Saved');
    } catch (error) {
      setError(error);
    }
    await queries.invalidateQueries({ queryKey });
    await onSaved();
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void save(new FormData(event.currentTarget));
  };
  return (
    <Section
      title="Two people"
      description="Changes of these are proposed by one person and approved by another. So is switching this off."
    >
      <form onSubmit={submit} className="space-y-4 p-5">
        {settings.isError && <ErrorNotice error={settings.error} />}
        {settings.isSuccess && (
          <fieldset key={settings.dataUpdatedAt} className="flex flex-wrap gap-x-6 gap-y-2">
            <legend className="sr-only">What needs two people</legend>
            {Object.entries(kinds).map(([kind, label]) => (
              <Checkbox
                key={kind}
                name={kind}
                label={label}
                defaultChecked={settings.data[kind as keyof typeof kinds]}
              />
            ))}
          </fieldset>
        )}
        {error !== undefined && <ErrorNotice error={error} />}
        <Button needs="admin" type="submit">
          Save
        </Button>
      </form>
    </Section>
  );
}
