import type { QueryClient } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EditDialogs, useEditing } from '../../ui/edit-dialogs.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import type { Budget } from '../../api/schema.ts';
import { budgetColumns, nameOf } from './budget-columns.tsx';
import { BudgetForm } from './budget-form.tsx';
import { budgetsQuery } from './budgets-query.ts';
import { useBudgetChanges } from './use-budget-changes.ts';

/** Begins to read what the page shows, while it is put together. */
export function loadBudgets(queryClient: QueryClient): void {
  void queryClient.prefetchInfiniteQuery(budgetsQuery.options);
}

/** The most credits that may be spent in a day or a month. */
export function BudgetsPage() {
  const editing = useEditing<Budget>();
  const list = useList(budgetsQuery);
  const { remove } = useBudgetChanges();
  return (
    <Page>
      <PageHeader
        title="Budgets"
        description="The most credits that the workspace, an agent or a subject may spend in a day or a month, in UTC. A run that reaches a budget fails before its next turn."
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
        deletion="Spending is no longer limited by it. A new budget counts only what is spent after its creation."
        onDelete={async ({ id }) => await remove.mutateAsync(id)}
      >
        {(budget, saved) => <BudgetForm budget={budget} onCancel={editing.close} onSaved={saved} />}
      </EditDialogs>
    </Page>
  );
}
