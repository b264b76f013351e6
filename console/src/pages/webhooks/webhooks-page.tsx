import type { QueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ReadNotice } from '../../ui/stale-notice.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { EndpointCard } from './endpoint-card.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import type { EndpointSettings } from './endpoint-settings.ts';
import { endpointsQuery } from './queries.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { useAddEndpoint } from './use-add-endpoint.ts';

/** Begins to read what the page shows, while it is put together. */
export function loadWebhooks(queryClient: QueryClient): void {
  void queryClient.prefetchInfiniteQuery(endpointsQuery.options);
}

/** Where events are sent, and how that goes. */
export function WebhooksPage() {
  const navigate = useNavigate();
  const { endpoint: opened, delivery } = useSearch({ from: '/signed-in/webhooks' });
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const list = useList(endpointsQuery);
  const add = useAddEndpoint();
  const create = async (settings: EndpointSettings): Promise<void> => {
    const created = await add.mutateAsync(settings);
    setCreating(false);
    setSecret(created.secret);
  };
  return (
    <Page>
      <PageHeader
        title="Webhooks"
        description="Events go to these endpoints, signed as in Standard Webhooks. A delivery that fails is retried for three days."
        actions={
          <Button needs="admin" look="primary" onClick={() => setCreating(true)}>
            Add endpoint
          </Button>
        }
      />
      {list.loading && <SkeletonLines lines={4} />}
      <ReadNotice list={list} />
      {!list.loading && list.error === null && list.items.length === 0 && (
        <Card>
          <EmptyState icon={Webhook} title="No endpoint yet">
            Add the URL of your server to receive pauses, replies and decisions.
          </EmptyState>
        </Card>
      )}
      <ul className="space-y-4">
        {list.items.map((endpoint) => (
          <li key={endpoint.id}>
            <EndpointCard
              endpoint={endpoint}
              open={endpoint.id === opened}
              delivery={delivery}
              onOpenChange={(open) =>
                void navigate({
                  to: '/webhooks',
                  search: open ? { endpoint: endpoint.id } : {},
                  replace: true,
                })
              }
              onSecret={setSecret}
            />
          </li>
        ))}
      </ul>
      <Dialog open={creating} onOpenChange={setCreating} title="Add an endpoint">
        <EndpointForm action="Add endpoint" onSubmit={create} onCancel={() => setCreating(false)} />
      </Dialog>
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </Page>
  );
}
