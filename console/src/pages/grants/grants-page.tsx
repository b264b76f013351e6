import { ShieldCheck } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';

/** MCP grants */
export function GrantsPage() {
  return (
    <Page>
      <PageHeader title="MCP grants" />
      <Card>
        <EmptyState icon={ShieldCheck} title="Nothing here yet" />
      </Card>
    </Page>
  );
}
