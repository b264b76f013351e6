import { Link } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/schema.ts';
import { useList } from '../../api/use-list.ts';
import { wordsOf } from '../../text/words-of.ts';
import { creditsText } from '../../text/credits.ts';
import { duration } from '../../time/format.ts';
import { Time } from '../../time/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { noFilters, RequestFilters } from './request-filters.tsx';
import { StatusBadge } from './status-badge.tsx';
import { statusWords } from './status-words.ts';

type Request = Schema<'Request'>;

const columns: Column<Request>[] = [
  { name: 'Status', cell: ({ status }) => <StatusBadge status={status} />, csv: ({ status }) => status },
  {
    name: 'Request',
    className: 'w-full max-w-0',
    cell: ({ method, path }) => (
      <span className="block truncate font-mono text-xs">
        <span className="text-muted">{method}</span> {path}
      </span>
    ),
    csv: ({ method, path }) => `${method} ${path}`,
  },
  {
    name: 'Product',
    from: 'md',
    cell: ({ product }) => <Badge>{wordsOf(product)}</Badge>,
    csv: ({ product }) => product,
  },
  {
    name: 'Origin',
    from: 'lg',
    cell: ({ origin }) => <span className="text-muted">{wordsOf(origin)}</span>,
    csv: ({ origin }) => origin,
  },
  {
    name: 'Duration',
    from: 'md',
    className: 'text-right',
    cell: ({ duration_ms }) => <span className="tabular-nums">{duration(duration_ms)}</span>,
    csv: ({ duration_ms }) => duration_ms,
  },
  {
    name: 'Time',
    className: 'text-right',
    cell: ({ created_at }) => <Time at={created_at} as="age" />,
    csv: ({ created_at }) => created_at,
  },
];

/** The activity log: what was asked of the API, newest first. */
export function RequestsPage() {
  const [filters, setFilters] = useState(noFilters);
  const [opened, setOpened] = useState<Request>();
  const list = useList<Request>({
    queryKey: ['requests', filters],
    load: (cursor, signal) =>
      api.GET('/v1/requests', { params: { query: { ...filters, ...(cursor && { cursor }) } }, signal }),
  });
  return (
    <Page>
      <PageHeader
        title="Requests"
        description="Requests to the API in the last 30 days, newest first. Bodies and credentials are never logged."
      />
      <RequestFilters filters={filters} onChange={setFilters} />
      <DataTable
        label="Requests"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={setOpened}
        empty={
          <EmptyState icon={ScrollText} title="No requests">
            Requests that match the filters are listed here.
          </EmptyState>
        }
      />
      <Dialog
        open={opened !== undefined}
        onOpenChange={() => setOpened(undefined)}
        title={opened === undefined ? '' : `${opened.method} ${opened.route}`}
      >
        {opened !== undefined && <RequestDetails request={opened} />}
      </Dialog>
    </Page>
  );
}

function RequestDetails({ request }: { request: Request }) {
  const { id, path, status, duration_ms, product, origin, subject_ref, actor, credential } = request;
  const { run_id, thread_id } = request;
  return (
    <DescriptionList
      rows={[
        ['Request-Id', <Code key="id" text={id} />],
        ['Path', <Code key="path" text={path} />],
        ['Status', statusWords(status)],
        ['Duration', duration(duration_ms)],
        ['Product', wordsOf(product)],
        ['Origin', wordsOf(origin)],
        ['Subject', subject_ref],
        ['Actor', actor],
        [
          'Credential',
          credential && (
            <>
              {wordsOf(credential.kind)} <Code text={credential.id} />
            </>
          ),
        ],
        ['Connection', request.connection_id && <Code text={request.connection_id} />],
        ['Thread', thread_id && <Code text={thread_id} />],
        [
          'Run',
          run_id && (
            <Link
              to="/runs/$runId"
              params={{ runId: run_id }}
              search={subject_ref === undefined ? {} : { subject: subject_ref }}
              className="text-accent underline"
            >
              <Code text={run_id} />
            </Link>
          ),
        ],
        ['Cost', request.cost_credits === 0 ? undefined : creditsText(request.cost_credits)],
        ['Replayed', request.replayed ? 'Yes, a stored response was returned' : undefined],
        ['Time', <Time key="time" at={request.created_at} />],
      ]}
    />
  );
}

function Code({ text }: { text: string }) {
  return <code className="font-mono text-xs break-all">{text}</code>;
}
