import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { api, dataOf, madeOf } from '../../api/client.ts';
import { Time } from '../../time/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import type { Connection } from './connection.ts';
import { toChange } from './connection-fields.ts';
import { ConnectionForm } from './connection-form.tsx';
import { ImportTools } from './import-tools.tsx';
import { connectionsKey } from './queries.ts';

const authTexts = {
  none: 'No authentication',
  bearer: 'Bearer token',
  basic: 'Basic authentication',
  header: 'A header',
};

/** A connection, with a test and, for an MCP server, the import of its tools. */
export function ConnectionCard({ connection }: { connection: Connection }) {
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<'edit' | 'delete' | 'import'>();
  const { id, name, type, base_url, auth, header_names, updated_at } = connection;
  const path = { id };
  const test = useMutation({
    mutationFn: async () => dataOf(await api.POST('/v1/connections/{id}/test', { params: { path } })),
  });
  const refresh = async (): Promise<void> => {
    setDialog(undefined);
    await queries.invalidateQueries({ queryKey: connectionsKey });
  };
  const remove = async (): Promise<void> => {
    madeOf(await api.DELETE('/v1/connections/{id}', { params: { path } }));
    await refresh();
  };
  return (
    <Card className="px-5 py-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="flex items-center gap-2 text-sm font-semibold">
            {name}
            <Badge tone={type === 'mcp' ? 'accent' : 'neutral'}>{type === 'mcp' ? 'MCP' : 'HTTP'}</Badge>
          </h2>
          <p className="mt-0.5 font-mono text-xs break-all">{base_url}</p>
          <p className="mt-1.5 text-note text-muted">
            {authTexts[auth.type]}
            {header_names.length > 0 && ` · headers ${header_names.join(', ')}`} · changed{' '}
            <Time at={updated_at} as="age" />
          </p>
        </div>
        <div className="flex items-center gap-2">
          {type === 'mcp' && (
            <Button needs="maker" size="small" onClick={() => setDialog('import')}>
              Import tools
            </Button>
          )}
          <Button needs="maker" size="small" busy={test.isPending} onClick={() => test.mutate()}>
            Test
          </Button>
          <Menu
            trigger={
              <Button needs="maker" look="quiet" size="icon" aria-label={`More for ${name}`}>
                <Ellipsis aria-hidden />
              </Button>
            }
          >
            <MenuItem onSelect={() => setDialog('edit')}>Edit</MenuItem>
            <MenuSeparator />
            <MenuItem danger onSelect={() => setDialog('delete')}>
              Delete
            </MenuItem>
          </Menu>
        </div>
      </div>
      <div aria-live="polite">
        {test.isError && <ErrorNotice error={test.error} className="mt-3" />}
        {test.isSuccess && (
          <p className="mt-3 flex flex-wrap items-center gap-2 text-note">
            <Badge tone={test.data.ok ? 'good' : 'bad'} dot>
              {test.data.ok ? 'Answered' : 'No answer'}
            </Badge>
            {test.data.status !== undefined && `HTTP ${test.data.status}, `}
            {test.data.duration_ms} ms
            {test.data.error !== undefined && (
              <>
                : {test.data.error.message} <code className="font-mono text-xs">{test.data.error.code}</code>
              </>
            )}
          </p>
        )}
      </div>
      <Dialog open={dialog === 'edit'} onOpenChange={() => setDialog(undefined)} title={`Edit ${name}`}>
        <ConnectionForm
          connection={connection}
          action="Save"
          onCancel={() => setDialog(undefined)}
          onSubmit={async (fields) => {
            madeOf(await api.PATCH('/v1/connections/{id}', { params: { path }, body: toChange(fields) }));
            await refresh();
          }}
        />
      </Dialog>
      <Dialog
        open={dialog === 'import'}
        onOpenChange={() => setDialog(undefined)}
        title={`Import the tools of ${name}`}
        description="Each tool becomes a patch. A tool that changed becomes a new version, which no agent has until it is published with it."
        className="max-w-2xl"
      >
        <ImportTools connectionId={id} onDone={() => setDialog(undefined)} />
      </Dialog>
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={() => setDialog(undefined)}
        title={`Delete ${name}?`}
        description="Runs that use it fail their next call to it."
        action="Delete"
        danger
        onConfirm={remove}
      />
    </Card>
  );
}
