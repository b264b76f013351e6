import { Landmark } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';

/** Identify */
export function IdentifyPage() {
  return (
    <Page>
      <PageHeader title="Identify" />
      <Card>
        <EmptyState icon={Landmark} title="Nothing here yet" />
      </Card>
    </Page>
  );
}
