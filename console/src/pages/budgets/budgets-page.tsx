import { useQueryClient } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/schema.ts';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EditDialogs, useEditing } from '../../ui/edit-dialogs.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { budgetColumns, nameOf } from './budget-columns.tsx';
import { BudgetForm } from './budget-form.tsx';

type Budget = Schema<'Budget'>;

const queryKey = ['budgets'];
/** What is spent changes with every turn of a model. */
const refetchMs = 10_000;

/** The most credits that may be spent in a day or a month. */
export function BudgetsPage() {
  const queries = useQueryClient();
  const editing = useEditing<Budget>();
  const list = useList<Budget>({
    queryKey,
    refetchMs,
    load: (cursor, signal) =>
      api.GET('/v1/budgets', { params: { query: { ...(cursor && { cursor }) } }, signal }),
  });
  const refresh = async (): Promise<void> => await queries.invalidateQueries({ queryKey });
  return (
    <Page>
      <PageHeader
        title="Budgets"
        description="The most credits that the workspace, an agent or a subject may spend in a day or a month, in UTC. A run that meets one fails before its next turn."
        actions={
          <Button needs="admin" look="primary" onClick={() => editing.edit('new')}>
            New budget
          </Button>
        }
      />
      <DataTable
        label="Budgets"
        list={list}
        rowKey={({ id }) => id}
        columns={budgetColumns({ onEdit: editing.edit, onDelete: editing.remove })}
        furtherInFile={[{ name: 'Credits', csv: ({ credits }) => credits }]}
        empty={
          <EmptyState icon={Wallet} title="No budget">
            Without one, only the credits of the workspace are a limit.
          </EmptyState>
        }
      />
      <EditDialogs
        editing={editing}
        titles={{
          new: 'New budget',
          change: (budget) => `Change the budget: ${nameOf(budget)}`,
          delete: (budget) => `Delete the budget: ${nameOf(budget)}?`,
        }}
        deletion="From then on it limits nothing. What is spent of a new one counts from its beginning."
        onDelete={async ({ id }) => void (await api.DELETE('/v1/budgets/{id}', { params: { path: { id } } }))}
        onSaved={refresh}
      >
        {(budget, saved) => <BudgetForm budget={budget} onCancel={editing.close} onSaved={saved} />}
      </EditDialogs>
    </Page>
  );
}
