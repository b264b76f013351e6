import { Signature } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/use-list.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { keyFile } from './key-file.ts';
import { KeyList } from './key-list.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { PublicKeyField } from './public-key-field.tsx';
import { signingKeysQuery } from './queries.ts';
import { useSigningKeyChanges } from './use-key-changes.ts';

/** The keys whose session tokens the workspace accepts. */
export function SigningKeys({ canChange }: { canChange: boolean }) {
  const [creating, setCreating] = useState(false);
  const list = useList(signingKeysQuery);
  const { create, remove } = useSigningKeyChanges();
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
        warning="Session tokens that it signed are refused at once."
        columns={keyFile}
        {...(canChange && { onDelete: remove.mutateAsync })}
        renderAbout={({ algorithm }) => <Badge>{algorithm}</Badge>}
      />
      <NewKeyDialog
        open={creating}
        onOpenChange={setCreating}
        title="Add a signing key"
        secretLabel="Secret"
        renderFields={() => <PublicKeyField />}
        onCreate={create.mutateAsync}
      />
    </Section>
  );
}
