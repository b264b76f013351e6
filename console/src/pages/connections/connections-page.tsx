import type { QueryClient } from '@tanstack/react-query';
import { Plug } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListFoot } from '../../ui/list-foot.tsx';
import { listRow } from '../../ui/list-row.ts';
import { ReadNotice } from '../../ui/stale-notice.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { connectionFile } from './connection-file.ts';
import { ConnectionForm } from './connection-form.tsx';
import { connectionsQuery } from './queries.ts';
import { useConnectionChanges } from './use-connection-changes.ts';

/** Begins to read what the page shows, while it is put together. */
export function loadConnections(queryClient: QueryClient): void {
  void queryClient.prefetchInfiniteQuery(connectionsQuery.options);
}

/** The hosts that agents call. */
export function ConnectionsPage() {
  const [creating, setCreating] = useState(false);
  const list = useList(connectionsQuery);
  const { add } = useConnectionChanges();
  return (
    <Page>
      <PageHeader
        title="Connections"
        description="The hosts that agents call: your HTTP API, or MCP servers whose tools are imported as patches. Secrets are never shown again."
        actions={
          <Button needs="maker" look="primary" onClick={() => setCreating(true)}>
            Add connection
          </Button>
        }
      />
      {list.loading && <SkeletonLines lines={4} />}
      <ReadNotice list={list} />
      {!list.loading && list.error === null && list.items.length === 0 && (
        <Card>
          <EmptyState icon={Plug} title="No connection yet">
            Add the host that your patches call.
          </EmptyState>
        </Card>
      )}
      <ul className="space-y-4">
        {list.items.map((connection) => (
          <li key={connection.id} {...listRow} className="rounded-card">
            <ConnectionCard connection={connection} />
          </li>
        ))}
      </ul>
      <ListFoot list={list} name="Connections" columns={connectionFile} />
      <Dialog open={creating} onOpenChange={setCreating} title="Add a connection">
        <ConnectionForm
          action="Add connection"
          onCancel={() => setCreating(false)}
          onSubmit={async (fields) => {
            await add.mutateAsync(fields);
            setCreating(false);
          }}
        />
      </Dialog>
    </Page>
  );
}
