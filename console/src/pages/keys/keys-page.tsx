import { KeyRound } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';

/** Keys */
export function KeysPage() {
  return (
    <Page>
      <PageHeader title="Keys" />
      <Card>
        <EmptyState icon={KeyRound} title="Nothing here yet" />
      </Card>
    </Page>
  );
}
