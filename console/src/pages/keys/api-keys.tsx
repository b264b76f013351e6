import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { ApiKeyFields } from './api-key-fields.tsx';
import { apiKeyFile } from './key-file.ts';
import { KeyList } from './key-list.tsx';
import { KeyRights } from './key-rights.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { apiKeysQuery } from './queries.ts';
import { useApiKeyChanges } from './use-key-changes.ts';

/** The API keys without the keys themselves, since each is shown once, when it is created. */
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
        warning="Requests with this key are refused at once, including those of console sessions that signed in with it."
        columns={apiKeyFile}
        {...(canChange && { onDelete: remove.mutateAsync })}
        renderAbout={(key) => <KeyRights {...key} />}
      />
      <NewKeyDialog
        open={creating}
        onOpenChange={setCreating}
        title="Create an API key"
        secretLabel="API key"
        renderFields={(error) => <ApiKeyFields error={error} />}
        onCreate={create.mutateAsync}
      />
    </Section>
  );
}
