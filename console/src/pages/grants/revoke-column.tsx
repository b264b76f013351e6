import { visibleLine } from '#contract/words/unseen-characters.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import type { Grant } from './queries.ts';

/** The column with the button that asks to revoke a grant. */
export function revokeColumn(onRevoke: (grant: Grant) => void): Column<Grant> {
  return {
    name: 'Revoke',
    title: <span className="sr-only">Revoke</span>,
    className: 'text-right',
    cell: (grant) => (
      <Button
        needs="admin"
        size="small"
        look="danger"
        aria-label={visibleLine(`Revoke ${grant.client.name} for ${grant.subject_ref}`)}
        onClick={() => onRevoke(grant)}
      >
        Revoke
      </Button>
    ),
  };
}
