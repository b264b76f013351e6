import { visibleLine } from '#contract/words/unseen-characters.ts';
import { creditsNumber } from '../../text/credits.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import type { Column } from '../../ui/data-table.tsx';
import type { Budget } from '../../api/schema.ts';

const scopes = { workspace: 'Workspace', agent: 'Agent', subject: 'Subject' };

/** The scope and period of a budget in words. */
export function nameOf({ scope, of, period }: Budget): string {
  const whose = of === undefined ? scopes[scope] : `${scopes[scope]} ${visibleLine(of)}`;
  return `${whose}, a ${period}`;
}

/** The columns of the list of budgets. */
export function budgetColumns({
  onEdit,
  onDelete,
}: {
  onEdit: (budget: Budget) => void;
  onDelete: (budget: Budget) => void;
}): Column<Budget>[] {
  return [
    {
      name: 'Budget',
      className: 'w-full max-w-0',
      cell: ({ scope, of }) => (
        <>
          <span className="block truncate font-medium">
            <bdi>{of === undefined ? 'The whole workspace' : visibleLine(of)}</bdi>
          </span>
          <span className="block text-note text-muted">{scopes[scope]}</span>
        </>
      ),
      csv: nameOf,
    },
    { name: 'Spent', cell: (budget) => <Spent budget={budget} />, csv: ({ spent }) => spent },
    {
      name: 'Actions',
      title: <span className="sr-only">Actions</span>,
      className: 'text-right',
      cell: (budget) => (
        <div className="flex justify-end gap-2 max-sm:flex-col">
          <Button
            needs="admin"
            size="small"
            aria-label={`Change: ${nameOf(budget)}`}
            onClick={() => onEdit(budget)}
          >
            Change
          </Button>
          <Button
            needs="admin"
            size="small"
            look="danger"
            aria-label={`Delete: ${nameOf(budget)}`}
            onClick={() => onDelete(budget)}
          >
            Delete
          </Button>
        </div>
      ),
    },
  ];
}

/** How much of a budget is spent, in figures and as a bar. */
function Spent({ budget: { spent, credits, period } }: { budget: Budget }) {
  const share = credits === 0 ? 1 : Math.min(1, spent / credits);
  const tone = share >= 1 ? 'bg-bad' : share >= 0.8 ? 'bg-warn' : 'bg-accent';
  return (
    <div className="min-w-28 sm:min-w-48">
      <p className="text-note tabular-nums">
        {creditsNumber(spent)} of {creditsNumber(credits)}
        <span className="text-muted max-sm:hidden"> credits {period === 'day' ? 'today' : 'this month'}</span>
        {share >= 1 && <span className="font-medium text-bad"> · used up</span>}
      </p>
      <div className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden>
        <div className={classes('h-full rounded-full', tone)} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}
