import { Activity } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';

/** Runs */
export function RunsPage() {
  return (
    <Page>
      <PageHeader title="Runs" />
      <Card>
        <EmptyState icon={Activity} title="Nothing here yet" />
      </Card>
    </Page>
  );
}
