import { ChartNoAxesColumn } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';

/** Overview */
export function OverviewPage() {
  return (
    <Page>
      <PageHeader title="Overview" />
      <Card>
        <EmptyState icon={ChartNoAxesColumn} title="Nothing here yet" />
      </Card>
    </Page>
  );
}
