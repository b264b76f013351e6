import { Activity } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';

/** Run */
export function RunPage() {
  return (
    <Page>
      <PageHeader title="Run" />
      <Card>
        <EmptyState icon={Activity} title="Nothing here yet" />
      </Card>
    </Page>
  );
}
