import { visibleLine } from '#contract/words/unseen-characters.ts';
import { Time } from '../../time/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import type { Grant } from './queries.ts';

const scopeTexts = { read: 'Reads', write: 'Writes' } as const;

/** The host that distinguishes clients of the same name. */
function placesOf({ id, document_host, redirect_host }: Grant['client']): string {
  const known = document_host === undefined ? id : `Described at ${document_host}`;
  return redirect_host === undefined ? known : `${known}, sends to ${redirect_host}`;
}

/** Columns of grants: client, subject, agent and time. */
export const grantColumns: Column<Grant>[] = [
  {
    name: 'Client',
    className: 'w-full max-w-0',
    cell: ({ client, agent, subject_ref }) => (
      <>
        <span className="block truncate font-medium">{visibleLine(client.name)}</span>
        <span className="block truncate text-note text-muted">
          {visibleLine(agent.name)}
          <span className="sm:hidden"> for {visibleLine(subject_ref)}</span>
        </span>
        <span className="block truncate text-note text-muted" title={client.id}>
          {visibleLine(placesOf(client))}
        </span>
      </>
    ),
    csv: ({ client }) => client.name,
  },
  {
    name: 'Subject',
    from: 'sm',
    cell: ({ subject_ref }) => (
      <span className="block max-w-52 truncate" title={visibleLine(subject_ref)}>
        {visibleLine(subject_ref)}
      </span>
    ),
    csv: ({ subject_ref }) => subject_ref,
  },
  {
    name: 'Scopes',
    from: 'md',
    cell: ({ scopes }) => (
      <span className="flex gap-1.5">
        {scopes.map((scope) => (
          <Badge key={scope} tone={scope === 'write' ? 'warn' : 'neutral'}>
            {scopeTexts[scope]}
          </Badge>
        ))}
      </span>
    ),
    csv: ({ scopes }) => scopes.map((scope) => scopeTexts[scope]).join(', '),
  },
  {
    name: 'Last authorized',
    from: 'lg',
    csv: ({ last_authorized_at }) => last_authorized_at ?? undefined,
    cell: ({ last_authorized_at }) =>
      last_authorized_at === null ? 'Never' : <Time at={last_authorized_at} as="age" />,
  },
  {
    name: 'Granted',
    from: 'lg',
    cell: ({ created_at }) => <Time at={created_at} as="age" />,
    csv: ({ created_at }) => created_at,
  },
];

/** Columns that only the file has. */
export const furtherColumns = [
  { name: 'Agent', csv: ({ agent }: Grant) => agent.name },
  { name: 'Client id', csv: ({ client }: Grant) => client.id },
];
