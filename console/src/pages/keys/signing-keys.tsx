import { useQueryClient } from '@tanstack/react-query';
import { Signature } from 'lucide-react';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import type { Schema } from '../../api/schema.ts';
import { useList } from '../../api/use-list.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { KeyList } from './key-list.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { signingKeyBody } from './signing-key-body.ts';
import type { ShownOnce } from './secret-once.tsx';

const queryKey = ['signing-keys'];

/** The keys whose session tokens the workspace accepts. */
export function SigningKeys({ canChange }: { canChange: boolean }) {
  const queries = useQueryClient();
  const [creating, setCreating] = useState(false);
  const list = useList<Schema<'SigningKey'>>({
    queryKey,
    load: (cursor, signal) =>
      api.GET('/v1/signing-keys', { params: { query: cursor === undefined ? {} : { cursor } }, signal }),
  });
  const refresh = async (): Promise<void> => await queries.invalidateQueries({ queryKey });
  const create = async (form: { name: string; publicKey: string }): Promise<ShownOnce> => {
    const key = dataOf(await api.POST('/v1/signing-keys', { body: signingKeyBody(form) }));
    await refresh();
    return { id: key.id, ...('secret' in key && key.secret !== undefined && { secret: key.secret }) };
  };
  const remove = async (id: string): Promise<void> => {
    await api.DELETE('/v1/signing-keys/{id}', { params: { path: { id } } });
    await refresh();
  };
  return (
    <Section
      title="Signing keys"
      actions={
        canChange && (
          <Button size="small" onClick={() => setCreating(true)}>
            Add signing key
          </Button>
        )
      }
    >
      <KeyList
        list={list}
        icon={Signature}
        kind="signing key"
        warning="Session tokens that it signed are refused from then on."
        {...(canChange && { onDelete: remove })}
        renderAbout={({ algorithm }) => <Badge>{algorithm}</Badge>}
      />
      <NewKeyDialog
        open={creating}
        onOpenChange={setCreating}
        title="Add a signing key"
        secretLabel="Secret"
        publicKey
        onCreate={create}
      />
    </Section>
  );
}
