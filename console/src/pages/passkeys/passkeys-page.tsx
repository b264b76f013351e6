import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasPasskeys, isAtAddress } from '../../passkeys/has-passkeys.ts';
import { passkeysQuery } from '../../passkeys/own-passkeys.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { NewPasskeyDialog } from './new-passkey-dialog.tsx';
import { PasskeyList } from './passkey-list.tsx';

/** Begins to read what the page shows, while it is put together. */
export function loadPasskeys(queryClient: QueryClient): void {
  void queryClient.prefetchInfiniteQuery(passkeysQuery.options);
}

/** The passkeys of the signed-in person, with which they sign their decisions. */
export function PasskeysPage() {
  const { at_provider } = useSession();
  const [creating, setCreating] = useState(false);
  const refusal = refusalToEnrol(at_provider);
  return (
    <Page>
      <PageHeader
        title="Passkeys"
        description="With a passkey you sign your decisions: anybody can verify later that you, and nobody else, approved a call."
      />
      {refusal !== undefined && <p className="mb-4 text-sm text-muted">{refusal}</p>}
      <Section
        title={at_provider ? 'Your passkeys' : 'Passkeys of the workspace'}
        actions={
          refusal === undefined && (
            <Button size="small" onClick={() => setCreating(true)}>
              Add passkey
            </Button>
          )
        }
      >
        <PasskeyList canRevoke={at_provider} />
      </Section>
      <NewPasskeyDialog open={creating} onOpenChange={setCreating} />
    </Page>
  );
}

function refusalToEnrol(atProvider: boolean): string | undefined {
  if (!atProvider) return 'Sign in at your identity provider to add a passkey.';
  if (isAtAddress()) return 'An IP address has no passkeys: open the console by its domain, or as localhost.';
  return hasPasskeys() ? undefined : 'This browser has no passkeys: use a newer one.';
}
