import { Plug } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';

/** Connections */
export function ConnectionsPage() {
  return (
    <Page>
      <PageHeader title="Connections" />
      <Card>
        <EmptyState icon={Plug} title="Nothing here yet" />
      </Card>
    </Page>
  );
}
