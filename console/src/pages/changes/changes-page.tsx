import { useQueryClient } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { visibleLine } from '#contract/unseen-characters.ts';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/schema.ts';
import { useList } from '../../api/use-list.ts';
import { wordsOf } from '../../text/words-of.ts';
import { Time } from '../../time/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { FourEyesSettings } from './four-eyes-settings.tsx';
import { titleOf } from './title-of.ts';

type Change = Schema<'Change'>;

const queryKey = ['changes'];
const tones = { proposed: 'warn', approved: 'good', rejected: 'neutral' } as const;

const columns: Column<Change>[] = [
  {
    name: 'Change',
    className: 'w-full max-w-0',
    cell: (change) => (
      <>
        <span className="block truncate font-medium">{visibleLine(titleOf(change))}</span>
        <span className="block truncate text-note text-muted">
          by {visibleLine(change.proposed.actor ?? 'somebody unnamed')}
        </span>
      </>
    ),
    csv: titleOf,
  },
  {
    name: 'State',
    cell: ({ state }) => <Badge tone={tones[state]}>{wordsOf(state)}</Badge>,
    csv: ({ state }) => wordsOf(state),
  },
  {
    name: 'Proposed',
    from: 'md',
    cell: ({ created_at }) => <Time at={created_at} as="age" />,
    csv: ({ created_at }) => created_at,
  },
];

/** What a file says besides. */
const furtherColumns = [
  { name: 'Proposed by', csv: ({ proposed }: Change) => proposed.actor },
  { name: 'Decided by', csv: ({ decided }: Change) => decided?.actor },
  { name: 'Decided', csv: ({ decided }: Change) => decided?.at },
  { name: 'Id', csv: ({ id }: Change) => id },
];

/** The column with the button that shows a change, to decide on it. */
function reviewColumn(onReview: (change: Change) => void): Column<Change> {
  return {
    name: 'Review',
    title: <span className="sr-only">Review</span>,
    className: 'text-right',
    cell: (change) => (
      <Button
        size="small"
        aria-label={`Review: ${visibleLine(titleOf(change))}`}
        onClick={() => onReview(change)}
      >
        {change.state === 'proposed' ? 'Review' : 'Show'}
      </Button>
    ),
  };
}

/** Changes of the configuration that wait for a second person, and what needs one. */
export function ChangesPage() {
  const queries = useQueryClient();
  const [reviewing, setReviewing] = useState<Change>();
  const list = useList<Change>({
    queryKey,
    load: (cursor, signal) =>
      api.GET('/v1/changes', { params: { query: { ...(cursor && { cursor }) } }, signal }),
    refetchMs: 5000,
  });
  const refresh = async (): Promise<void> => {
    // What a change has made is on other pages.
    await queries.invalidateQueries();
  };
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
          columns={[...columns, reviewColumn(setReviewing)]}
          furtherInFile={furtherColumns}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon={Users} title="No change">
              A change appears here when it needs a second person.
            </EmptyState>
          }
        />
        <FourEyesSettings onSaved={refresh} />
      </div>
      {reviewing !== undefined && (
        <ChangeDialog change={reviewing} onClose={() => setReviewing(undefined)} onDecided={refresh} />
      )}
    </Page>
  );
}
