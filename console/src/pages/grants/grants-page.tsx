import { useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { visibleLine } from '#contract/unseen-characters.ts';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/schema.ts';
import { useList } from '../../api/use-list.ts';
import { Time } from '../../time/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { LoginBridge } from './login-bridge.tsx';

type Grant = Schema<'McpGrant'>;

const queryKey = ['grants'];
const scopeTexts = { read: 'Reads', write: 'Writes' } as const;

/** What tells a client from another one of the same name. */
function placesOf({ id, document_host, redirect_host }: Grant['client']): string {
  const known = document_host === undefined ? id : `Described at ${document_host}`;
  return redirect_host === undefined ? known : `${known}, sends to ${redirect_host}`;
}

const columns: Column<Grant>[] = [
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

/** What a file says besides. */
const furtherColumns = [
  { name: 'Agent', csv: ({ agent }: Grant) => agent.name },
  { name: 'Client id', csv: ({ client }: Grant) => client.id },
];

/** The column with the button that asks to revoke a grant. */
function revokeColumn(onRevoke: (grant: Grant) => void): Column<Grant> {
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

/** Which MCP clients may act for which subjects, and how subjects sign in to allow it. */
export function GrantsPage() {
  const queries = useQueryClient();
  const [subject, setSubject] = useState('');
  const [revoking, setRevoking] = useState<Grant>();
  const list = useList<Grant>({
    queryKey: [...queryKey, subject],
    load: (cursor, signal) =>
      api.GET('/v1/mcp/grants', {
        params: { query: { ...(subject !== '' && { subject }), ...(cursor && { cursor }) } },
        signal,
      }),
  });
  const revoke = async (id: string): Promise<void> => {
    await api.DELETE('/v1/mcp/grants/{id}', { params: { path: { id } } });
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <Page>
      <PageHeader
        title="MCP grants"
        description="Each grant lets one MCP client act for one subject with one agent. Clients choose their own names."
      />
      <div className="space-y-6">
        <div>
          <Field label="Subject" labelHidden className="mb-4 max-w-sm">
            {(control) => (
              <Input
                {...control}
                type="search"
                placeholder="Exact subject"
                onKeyDown={({ key, currentTarget }) => {
                  if (key === 'Enter') setSubject(currentTarget.value.trim());
                }}
                onBlur={({ currentTarget }) => setSubject(currentTarget.value.trim())}
              />
            )}
          </Field>
          <DataTable
            label="Grants"
            list={list}
            columns={[...columns, revokeColumn(setRevoking)]}
            furtherInFile={furtherColumns}
            rowKey={({ id }) => id}
            empty={
              <EmptyState icon={ShieldCheck} title="No grant">
                A grant appears when a user allows an MCP client to talk to an agent.
              </EmptyState>
            }
          />
        </div>
        <LoginBridge />
      </div>
      <ConfirmDialog
        open={revoking !== undefined}
        onOpenChange={() => setRevoking(undefined)}
        title={visibleLine(`Revoke ${revoking?.client.name}?`)}
        description={visibleLine(
          `It can no longer act for ${revoking?.subject_ref} on ${revoking?.agent.name}. Its tokens end at once; work that is finished is not undone.`,
        )}
        action="Revoke"
        danger
        onConfirm={async () => {
          if (revoking !== undefined) await revoke(revoking.id);
        }}
      />
    </Page>
  );
}
