import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { DecidedCall } from '../../../api/schema.ts';
import { waysOf } from '../../../approvals/may-approve.ts';
import { Time } from '../../../time/time.tsx';
import { Badge } from '../../../ui/badge.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { outcomeOf } from './outcome-of.ts';
import { SignatureCell } from './signature-cell.tsx';
import { titleOf } from './title-of-decided.ts';

type Decided = DecidedCall;

/** Columns of past decisions. */
export const decidedColumns: Column<Decided>[] = [
  {
    name: 'Call',
    className: 'max-w-72 truncate font-medium',
    cell: titleOf,
    csv: ({ summary, patch_ref }) => summary?.title ?? patch_ref,
  },
  {
    name: 'Outcome',
    cell: (item) => {
      const { text, tone } = outcomeOf(item);
      return (
        <span title={item.decision === 'approve' && item.error ? visibleLine(item.error.message) : undefined}>
          <Badge tone={tone} dot>
            {text}
          </Badge>
        </span>
      );
    },
    csv: (item) => outcomeOf(item).text,
  },
  {
    name: 'Decided by',
    from: 'sm',
    className: 'max-w-64 truncate',
    cell: ({ approved_by, actor }) => visibleLine((approved_by ?? [actor]).join(', ')),
    csv: ({ approved_by, actor }) => (approved_by ?? [actor]).join(', '),
  },
  {
    name: 'Known by',
    from: 'lg',
    className: 'text-muted',
    cell: (item) => visibleLine(knownBy(item)),
    csv: knownBy,
  },
  {
    name: 'Signature',
    from: 'sm',
    cell: (item) => <SignatureCell item={item} />,
    csv: ({ passkey_id }) => passkey_id,
  },
  {
    name: 'For',
    from: 'lg',
    className: 'max-w-48 truncate text-muted',
    cell: ({ subject_ref }) => visibleLine(subject_ref),
    csv: ({ subject_ref }) => subject_ref,
  },
  {
    name: 'When',
    className: 'text-muted',
    cell: ({ decided_at }) => <Time at={decided_at} as="age" />,
    csv: ({ decided_at }) => decided_at,
  },
];

/** Columns that only the file has. */
export const furtherColumns = [
  {
    name: 'Reason of the failure',
    csv: (item: Decided) => (item.decision === 'approve' ? item.error?.message : undefined),
  },
  { name: 'Run', csv: ({ run_id }: Decided) => run_id },
];

function knownBy({ via, client }: Decided): string {
  return [via && waysOf([via]), client && `through ${client.name}`].filter(Boolean).join(', ');
}
