import { type FormEvent, useState } from 'react';
import { faultIn } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Addresses } from './addresses.tsx';
import { ProviderFields } from './provider-fields.tsx';
import { RoleFields } from './role-fields.tsx';
import type { Settings } from './settings-query.ts';
import { useSettingsChanges } from './use-settings-changes.ts';

/** The settings as they are; null before there are some. */
export function SignInSettings({ settings }: { settings: Settings | null }) {
  const { save, remove } = useSettingsChanges();
  const [removing, setRemoving] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate(new FormData(event.currentTarget));
  };
  const fields = {
    settings,
    faultOf: (field: string): string | undefined => faultIn(save.error, field)?.message,
  };
  return (
    <div className="space-y-6">
      <Addresses settings={settings} />
      <Section title="Provider">
        <form onSubmit={submit} className="space-y-4 p-5">
          <ProviderFields {...fields} />
          <RoleFields {...fields} />
          {save.isError && <ErrorNotice error={save.error} />}
          <div className="flex flex-wrap gap-2">
            <Button needs="admin" type="submit" look="primary" busy={save.isPending}>
              Save
            </Button>
            {settings !== null && (
              <Button needs="admin" look="danger" onClick={() => setRemoving(true)}>
                Remove
              </Button>
            )}
          </div>
        </form>
      </Section>
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title="Remove the sign-in?"
        description="Sessions that began at the provider end. People who sign in with an API key or a link have full access again."
        action="Remove"
        onConfirm={async () => await remove.mutateAsync()}
      />
    </div>
  );
}
