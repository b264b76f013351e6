import { Inbox } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';

/** Inbox */
export function InboxPage() {
  return (
    <Page>
      <PageHeader title="Inbox" />
      <Card>
        <EmptyState icon={Inbox} title="Nothing here yet" />
      </Card>
    </Page>
  );
}
