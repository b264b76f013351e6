import { visibleLine } from '#contract/words/unseen-characters.ts';
import { Time } from '../../time/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import type { AuditEntry } from './audit-entries.ts';
import { wordsOf, wordsWithin } from '../../text/words-of.ts';
import { EntryLink } from './entry-link.tsx';
import { locale } from '../../text/locale.ts';

/** Facts that an entry has in other columns, or that only machines compare. */
const leftOut = new Set(['run_id', 'agent_id', 'definition_sha256', 'connection_id', 'ref', 'key']);

/** The columns of the log. */
export const entryColumns: Column<AuditEntry>[] = [
  {
    name: 'Entry',
    className: 'w-0 tabular-nums',
    cell: ({ seq }) => (
      <>
        <span className="sr-only">Show entry </span>
        {seq.toLocaleString(locale)}
      </>
    ),
  },
  {
    name: 'What',
    className: 'w-full max-w-0',
    cell: (entry) => (
      <>
        <span className="block truncate">
          <EntryLink entry={entry}>
            <span className="font-medium" title={entry.type}>
              {wordsOf(entry.type)}
            </span>
          </EntryLink>
        </span>
        <span className="block truncate text-note text-muted">{factsOf(entry)}</span>
      </>
    ),
  },
  {
    name: 'Who',
    from: 'sm',
    cell: ({ actor, credential }) => (
      <span className="flex max-w-64 items-center gap-2">
        <span className="truncate">
          <bdi>{visibleLine(actor ?? '–')}</bdi>
        </span>
        {credential !== undefined && <Badge>{wordsOf(credential.kind)}</Badge>}
      </span>
    ),
  },
  { name: 'When', from: 'md', cell: ({ at }) => <Time at={at} /> },
];

/** An entry in one line. */
function factsOf({ target, details = {} }: AuditEntry): string {
  const facts = Object.entries(details).flatMap(([name, value]) =>
    leftOut.has(name) ? [] : [`${wordsWithin(name)}: ${factOf(value)}`],
  );
  const key = details['ref'] ?? details['key'];
  const what = typeof key === 'string' ? key : `${wordsOf(target.kind)} ${target.id}`;
  return visibleLine([what, ...facts].join(' · '));
}

/** A code in words; a name, an id or a text as it is. */
function factOf(value: unknown): string {
  return typeof value === 'string' && isCode.test(value) ? wordsWithin(value) : String(value);
}

const isCode = /^[a-z]+(_[a-z]+)+$/;
