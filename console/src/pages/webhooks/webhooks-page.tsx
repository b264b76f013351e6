import { Webhook } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';

/** Webhooks */
export function WebhooksPage() {
  return (
    <Page>
      <PageHeader title="Webhooks" />
      <Card>
        <EmptyState icon={Webhook} title="Nothing here yet" />
      </Card>
    </Page>
  );
}
