import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import type { Schema } from '../../api/schema.ts';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { KeyList } from './key-list.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import type { ShownOnce } from './secret-once.tsx';

const queryKey = ['api-keys'];

/** The API keys: names alone, since each key is shown once, when it is created. */
export function ApiKeys({ canChange }: { canChange: boolean }) {
  const queries = useQueryClient();
  const [creating, setCreating] = useState(false);
  const list = useList<Schema<'ApiKey'>>({
    queryKey,
    load: (cursor, signal) =>
      api.GET('/v1/api-keys', { params: { query: cursor === undefined ? {} : { cursor } }, signal }),
  });
  const refresh = async (): Promise<void> => await queries.invalidateQueries({ queryKey });
  const create = async ({ name }: { name: string }): Promise<ShownOnce> => {
    const { id, key } = dataOf(await api.POST('/v1/api-keys', { body: name === '' ? {} : { name } }));
    await refresh();
    return { id, secret: key };
  };
  const remove = async (id: string): Promise<void> => {
    await api.DELETE('/v1/api-keys/{id}', { params: { path: { id } } });
    await refresh();
  };
  return (
    <Section
      title="API keys"
      actions={
        canChange && (
          <Button size="small" onClick={() => setCreating(true)}>
            Create API key
          </Button>
        )
      }
    >
      <KeyList
        list={list}
        icon={KeyRound}
        kind="API key"
        warning="Whatever uses it is refused from then on, consoles that signed in with it included."
        {...(canChange && { onDelete: remove })}
      />
      <NewKeyDialog
        open={creating}
        onOpenChange={setCreating}
        title="Create an API key"
        secretLabel="API key"
        onCreate={create}
      />
    </Section>
  );
}
