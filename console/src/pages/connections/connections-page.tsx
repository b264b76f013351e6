import { useQueryClient } from '@tanstack/react-query';
import { Plug } from 'lucide-react';
import { useState } from 'react';
import { api, madeOf } from '../../api/client.ts';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ReadNotice } from '../../ui/stale-notice.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import type { Connection } from './connection.ts';
import { ConnectionCard } from './connection-card.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { toNewConnection } from './connection-fields.ts';
import { connectionsKey } from './queries.ts';

/** The hosts that agents call. */
export function ConnectionsPage() {
  const queries = useQueryClient();
  const [creating, setCreating] = useState(false);
  const list = useList<Connection>({
    queryKey: connectionsKey,
    load: (cursor, signal) =>
      api.GET('/v1/connections', { params: { query: { ...(cursor && { cursor }) } }, signal }),
  });
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
          <li key={connection.id}>
            <ConnectionCard connection={connection} />
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <div className="mt-4 text-center">
          <Button busy={list.loadingMore} onClick={list.loadMore}>
            Show more
          </Button>
        </div>
      )}
      <Dialog open={creating} onOpenChange={setCreating} title="Add a connection">
        <ConnectionForm
          action="Add connection"
          onCancel={() => setCreating(false)}
          onSubmit={async (fields) => {
            madeOf(await api.POST('/v1/connections', { body: toNewConnection(fields) }));
            await queries.invalidateQueries({ queryKey: connectionsKey });
            setCreating(false);
          }}
        />
      </Dialog>
    </Page>
  );
}
