import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/use-list.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { furtherColumns, grantColumns } from './grant-columns.tsx';
import { type Grant, grantsQuery } from './queries.ts';
import { revokeColumn } from './revoke-column.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

/** The grants, of all subjects or of one. */
export function GrantTable() {
  const [subject, setSubject] = useState('');
  const [revoking, setRevoking] = useState<Grant>();
  const list = useList(grantsQuery(subject));
  return (
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
        columns={[...grantColumns, revokeColumn(setRevoking)]}
        furtherInFile={furtherColumns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={ShieldCheck} title="No grant">
            A grant appears when a user allows an MCP client to talk to an agent.
          </EmptyState>
        }
      />
      <RevokeDialog grant={revoking} onClose={() => setRevoking(undefined)} />
    </div>
  );
}
