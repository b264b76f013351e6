import type { QueryClient } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/use-list.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { changeColumns, furtherColumns, reviewColumn } from './change-columns.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { FourEyesSettings } from './four-eyes-settings.tsx';
import { type Change, changesQuery, fourEyesQuery } from './queries.ts';

/** Begins to read what the page shows, while it is put together. */
export function loadChanges(queryClient: QueryClient): void {
  void queryClient.prefetchInfiniteQuery(changesQuery.options);
  void queryClient.prefetchQuery(fourEyesQuery);
}

/** Changes of the configuration that wait for a second person, and what needs one. */
export function ChangesPage() {
  const [reviewing, setReviewing] = useState<Change>();
  const list = useList(changesQuery);
  return (
    <Page>
      <PageHeader
        title="Changes"
        description="What one person has proposed takes effect when another one approves it."
      />
      <div className="space-y-6">
        <DataTable
          label="Changes"
          list={list}
          columns={[...changeColumns, reviewColumn(setReviewing)]}
          furtherInFile={furtherColumns}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon={Users} title="No change">
              A change appears here when it needs a second person.
            </EmptyState>
          }
        />
        <FourEyesSettings />
      </div>
      {reviewing !== undefined && <ChangeDialog change={reviewing} onClose={() => setReviewing(undefined)} />}
    </Page>
  );
}
