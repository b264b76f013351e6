import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { NeededRole } from '#contract/role-rules.ts';
import { refusalOf } from '../../session/refusal-of.ts';
import { sessionQuery, useSession } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { useRefusal } from '../../ui/rights.ts';
import { settingsQuery } from './settings-query.ts';
import { SignInSettings } from './sign-in-settings.tsx';

const mayRead: NeededRole = ['auditor', 'admin'];

/** Begins to read what the page shows, while it is put together. */
export function loadSignInSettings(queryClient: QueryClient): void {
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  if (session?.has_provider && refusalOf(session, mayRead) === undefined)
    void queryClient.prefetchQuery(settingsQuery);
}

/** How people of the workspace sign in to the console. */
export function CompanySignInPage() {
  const refusal = useRefusal(mayRead);
  const { has_provider } = useSession();
  const settings = useQuery({ ...settingsQuery, enabled: refusal === undefined && has_provider });
  return (
    <Page>
      <PageHeader
        title="Sign-in"
        description="People of this workspace sign in to the console at your OpenID provider. Their role decides on their rights."
      />
      {refusal !== undefined && <p className="text-sm text-muted">{refusal}</p>}
      {settings.isError && <ErrorNotice error={settings.error} onRetry={() => void settings.refetch()} />}
      {has_provider
        ? settings.isSuccess && <SignInSettings key={settings.data.updated_at} settings={settings.data} />
        : refusal === undefined && <SignInSettings settings={null} />}
    </Page>
  );
}
