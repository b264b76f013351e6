import { visibleLine } from '#contract/words/unseen-characters.ts';
import { wordsOf } from '../../text/words-of.ts';
import { Time } from '../../time/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import type { Change } from '../../api/schema.ts';
import { titleOf } from './title-of.ts';

const tones = { proposed: 'warn', approved: 'good', rejected: 'neutral' } as const;

/** Columns of proposed changes. */
export const changeColumns: Column<Change>[] = [
  {
    name: 'Change',
    className: 'w-full max-w-0',
    cell: (change) => (
      <>
        <span className="block truncate font-medium">{visibleLine(titleOf(change))}</span>
        <span className="block truncate text-note text-muted">
          by {visibleLine(change.proposed.actor ?? 'an unnamed person')}
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

/** Columns that only the file has. */
export const furtherColumns = [
  { name: 'Proposed by', csv: ({ proposed }: Change) => proposed.actor },
  { name: 'Decided by', csv: ({ decided }: Change) => decided?.actor },
  { name: 'Decided', csv: ({ decided }: Change) => decided?.at },
  { name: 'Id', csv: ({ id }: Change) => id },
];

/** The column with the button that shows a change, to decide on it. */
export function reviewColumn(onReview: (change: Change) => void): Column<Change> {
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
