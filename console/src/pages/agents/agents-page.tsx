import { Bot } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';

/** Agents */
export function AgentsPage() {
  return (
    <Page>
      <PageHeader title="Agents" />
      <Card>
        <EmptyState icon={Bot} title="Nothing here yet" />
      </Card>
    </Page>
  );
}
