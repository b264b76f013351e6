import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Gavel } from 'lucide-react';
import { useList } from '../../../api/use-list.ts';
import { useInboxIsLive } from '../../../inbox-news/inbox-news.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { decidedColumns, furtherColumns } from './decided-columns.tsx';
import { decidedQuery } from './decided-query.ts';

const route = getRouteApi('/signed-in/inbox');

export function DecidedView() {
  const { decision } = route.useSearch();
  const navigate = useNavigate({ from: '/inbox' });
  const isLive = useInboxIsLive();
  const list = useList(decidedQuery(decision, isLive));
  return (
    <>
      <Field label="Decision" labelHidden className="mb-4 max-w-56">
        {(control) => (
          <Select
            {...control}
            value={decision ?? ''}
            onChange={({ target: { value } }) => {
              const chosen = value === 'approve' || value === 'reject' ? ({ decision: value } as const) : {};
              void navigate({ search: { view: 'decided', ...chosen }, replace: true });
            }}
          >
            <option value="">All decisions</option>
            <option value="approve">Approved</option>
            <option value="reject">Rejected</option>
          </Select>
        )}
      </Field>
      <DataTable
        label="Decided"
        list={list}
        columns={decidedColumns}
        furtherInFile={furtherColumns}
        rowKey={({ tool_call_id }) => tool_call_id}
        link={({ run_id, subject_ref }) => ({
          to: '/runs/$runId',
          params: { runId: run_id },
          search: { subject: subject_ref },
        })}
        empty={
          <EmptyState icon={Gavel} title="Nothing was decided yet">
            Approved and rejected calls are listed here with their outcome, for as long as traces are kept.
          </EmptyState>
        }
      />
    </>
  );
}
