import { Puzzle } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';

/** Patches */
export function PatchesPage() {
  return (
    <Page>
      <PageHeader title="Patches" />
      <Card>
        <EmptyState icon={Puzzle} title="Nothing here yet" />
      </Card>
    </Page>
  );
}
