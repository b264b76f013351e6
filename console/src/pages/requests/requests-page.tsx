import { ScrollText } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';

/** Requests */
export function RequestsPage() {
  return (
    <Page>
      <PageHeader title="Requests" />
      <Card>
        <EmptyState icon={ScrollText} title="Nothing here yet" />
      </Card>
    </Page>
  );
}
