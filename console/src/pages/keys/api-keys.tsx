import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { KeyList } from './key-list.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { apiKeysQuery } from './queries.ts';
import { useApiKeyChanges } from './use-key-changes.ts';

/** The API keys: names alone, since each key is shown once, when it is created. */
export function ApiKeys({ canChange }: { canChange: boolean }) {
  const [creating, setCreating] = useState(false);
  const list = useList(apiKeysQuery);
  const { create, remove } = useApiKeyChanges();
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
        {...(canChange && { onDelete: remove.mutateAsync })}
      />
      <NewKeyDialog
        open={creating}
        onOpenChange={setCreating}
        title="Create an API key"
        secretLabel="API key"
        onCreate={create.mutateAsync}
      />
    </Section>
  );
}
