import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { Run } from '../../api/schema.ts';
import { creditsNumber } from '../../text/credits.ts';
import { previewOf } from '../../text/preview.ts';
import { duration } from '../../time/format.ts';
import { Time } from '../../time/time.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { runStateText } from '../../ui/run-state-text.ts';
import { RunStateBadge } from '../../ui/state-badge.tsx';
import { RunHeadline } from './run-headline.tsx';

/** Columns of runs, in the table and the file. */
export const runColumns: Column<Run>[] = [
  {
    name: 'State',
    from: 'sm',
    cell: ({ state, reason }) => <RunStateBadge state={state} reason={reason} />,
    csv: ({ state, reason }) => runStateText(state, reason),
  },
  {
    name: 'Message',
    className: 'w-full max-w-0',
    cell: (run) => <RunHeadline run={run} />,
    csv: ({ opening }) => opening,
  },
  {
    name: 'Subject',
    from: 'md',
    cell: ({ subject_ref }) => (
      <span className="block max-w-40 truncate" title={visibleLine(subject_ref)}>
        {visibleLine(subject_ref)}
      </span>
    ),
    csv: ({ subject_ref }) => subject_ref,
  },
  {
    name: 'Agent',
    from: 'lg',
    cell: ({ agent }) => (
      <span className="block max-w-40 truncate text-muted">{visibleLine(agent.name)}</span>
    ),
    csv: ({ agent }) => agent.name,
  },
  {
    name: 'Duration',
    from: 'lg',
    className: 'text-right',
    cell: (run) => <span className="tabular-nums">{spanOf(run)}</span>,
    csv: ({ opened_at, closed_at }) =>
      closed_at === undefined ? undefined : (Date.parse(closed_at) - Date.parse(opened_at)) / 1000,
  },
  {
    name: 'Credits',
    from: 'md',
    className: 'text-right',
    cell: ({ cost_credits }) => <span className="tabular-nums">{creditsNumber(cost_credits)}</span>,
    csv: ({ cost_credits }) => cost_credits,
  },
  {
    name: 'Opened',
    className: 'text-right',
    cell: ({ opened_at }) => <Time at={opened_at} as="age" />,
    csv: ({ opened_at }) => opened_at,
  },
];

/** Columns that only the file has. */
export const furtherColumns: { name: string; csv: NonNullable<Column<Run>['csv']> }[] = [
  { name: 'Reply', csv: ({ message }) => message && previewOf(message.content) },
  { name: 'Error', csv: ({ error }) => error?.message },
  { name: 'Origin', csv: ({ origin }) => origin },
  { name: 'Id', csv: ({ id }) => id },
];

function spanOf({ opened_at, closed_at }: Run): string {
  return closed_at === undefined ? '' : duration(Date.parse(closed_at) - Date.parse(opened_at));
}
