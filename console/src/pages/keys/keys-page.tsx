import type { QueryClient } from '@tanstack/react-query';
import { useSession } from '../../session/session.ts';
import { useRefusal } from '../../ui/rights.ts';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { ApiKeys } from './api-keys.tsx';
import { apiKeysQuery, signingKeysQuery } from './queries.ts';
import { SigningKeys } from './signing-keys.tsx';

/** Begins to read what the page shows, while it is put together. */
export function loadKeys(queryClient: QueryClient): void {
  void queryClient.prefetchInfiniteQuery(apiKeysQuery.options);
  void queryClient.prefetchInfiniteQuery(signingKeysQuery.options);
}

/**
 * The credentials of the workspace. A person who signed in by a link can read them only, because keys outlive the
 * session.
 */
export function KeysPage() {
  const { manages_keys } = useSession();
  const refusal = useRefusal('admin');
  return (
    <Page>
      <PageHeader
        title="Keys"
        description="API keys act for the whole workspace: keep them on your servers. Signing keys verify the session tokens of your users."
      />
      {!manages_keys && (
        <p className="mb-4 text-sm text-muted">
          {refusal ?? 'You signed in by a link. Sign in with an API key to create and delete keys.'}
        </p>
      )}
      <div className="space-y-6">
        <ApiKeys canChange={manages_keys} />
        <SigningKeys canChange={manages_keys} />
      </div>
    </Page>
  );
}
