import type { QueryClient } from '@tanstack/react-query';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { GrantTable } from './grant-table.tsx';
import { LoginBridge } from './login-bridge.tsx';
import { grantsQuery, mcpSettingsQuery } from './queries.ts';

/** Begins to read what the page shows, while it is put together. */
export function loadGrants(queryClient: QueryClient): void {
  void queryClient.prefetchInfiniteQuery(grantsQuery('').options);
  void queryClient.prefetchQuery(mcpSettingsQuery);
}

/** Which MCP clients may act for which subjects, and how subjects sign in to allow it. */
export function GrantsPage() {
  return (
    <Page>
      <PageHeader
        title="MCP grants"
        description="Each grant lets one MCP client act for one subject with one agent. Clients choose their own names."
      />
      <div className="space-y-6">
        <GrantTable />
        <LoginBridge />
      </div>
    </Page>
  );
}
