import { MessagesSquare } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';

/** Playground */
export function PlaygroundPage() {
  return (
    <Page>
      <PageHeader title="Playground" />
      <Card>
        <EmptyState icon={MessagesSquare} title="Nothing here yet" />
      </Card>
    </Page>
  );
}
