import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ReadNotice } from '../../ui/stale-notice.tsx';
import { CodeBlock } from '../../ui/json-view.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { EndpointCard } from './endpoint-card.tsx';
import { EndpointForm, type EndpointSettings } from './endpoint-form.tsx';
import type { Endpoint } from './endpoint.ts';
import { endpointsKey } from './queries.ts';

/** Where events are sent, and how that goes. */
export function WebhooksPage() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { endpoint: opened } = useSearch({ from: '/signed-in/webhooks' });
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const list = useList<Endpoint>({
    queryKey: endpointsKey,
    load: (cursor, signal) =>
      api.GET('/v1/webhook-endpoints', { params: { query: { ...(cursor && { cursor }) } }, signal }),
  });
  const create = async (settings: EndpointSettings): Promise<void> => {
    const created = dataOf(await api.POST('/v1/webhook-endpoints', { body: settings }));
    await queries.invalidateQueries({ queryKey: endpointsKey });
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
            Add the URL of your server to be told about pauses, replies and decisions.
          </EmptyState>
        </Card>
      )}
      <ul className="space-y-4">
        {list.items.map((endpoint) => (
          <li key={endpoint.id}>
            <EndpointCard
              endpoint={endpoint}
              open={endpoint.id === opened}
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
      <Dialog
        open={secret !== undefined}
        onOpenChange={() => setSecret(undefined)}
        title="The signing secret"
        description="Verify the signature of every delivery with it. Copy it now: it is not shown again."
      >
        <CodeBlock text={secret ?? ''} label="Signing secret" />
        <DialogActions>
          <Button look="primary" onClick={() => setSecret(undefined)}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    </Page>
  );
}
