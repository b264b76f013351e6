import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { api, dataOf } from '../../api/client.ts';
import type { Schema } from '../../api/schema.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { formText } from '../../ui/form-text.ts';
import { RiskBadge } from '../../ui/state-badge.tsx';

type Imported = Schema<'ImportedTools'>['tools'][number];

/** Imports the tools of an MCP server, and says what became of each. */
export function ImportTools({ connectionId, onDone }: { connectionId: string; onDone: () => void }) {
  const queries = useQueryClient();
  const run = useMutation({
    mutationFn: async ({ tools, prefix }: { tools: string[]; prefix: string }) => {
      const imported = dataOf(
        await api.POST('/v1/connections/{id}/import-tools', {
          params: { path: { id: connectionId } },
          body: { ...(tools.length > 0 && { tools }), ...(prefix !== '' && { prefix }) },
        }),
      );
      await queries.invalidateQueries({ queryKey: ['patches'] });
      return imported;
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const names = formText(form, 'tools')
      .split(',')
      .map((name) => name.trim());
    run.mutate({ tools: names.filter(Boolean), prefix: formText(form, 'prefix') });
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Tools (optional)" hint="Names with commas between them. Default: all.">
          {(control) => <Input {...control} name="tools" className="font-mono" />}
        </Field>
        <Field label="Prefix (optional)" hint="Precedes the names in the patches' keys.">
          {(control) => <Input {...control} name="prefix" className="font-mono" placeholder="crm_" />}
        </Field>
      </div>
      {run.isError && <ErrorNotice error={run.error} />}
      {run.isSuccess && (
        <ul className="divide-y divide-line rounded-lg border" aria-label="Tools" aria-live="polite">
          {run.data.tools.map((tool) => (
            <li key={tool.name} className="px-4 py-2.5 text-sm">
              <ImportedRow tool={tool} />
            </li>
          ))}
        </ul>
      )}
      <DialogActions>
        <Button onClick={onDone}>{run.isSuccess ? 'Done' : 'Cancel'}</Button>
        <Button look="primary" type="submit" busy={run.isPending}>
          {run.isSuccess ? 'Import again' : 'Import'}
        </Button>
      </DialogActions>
    </form>
  );
}

function ImportedRow({ tool: { name, ref, changed, proposed, error } }: { tool: Imported }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <code className="font-mono text-[13px]">{ref ?? name}</code>
        {ref !== undefined && (
          <Badge tone={changed ? 'good' : 'neutral'}>{changed ? 'New version' : 'Unchanged'}</Badge>
        )}
        {proposed !== undefined && <RiskBadge risk={proposed.risk.base} />}
        {proposed?.gate === 'confirm' && <Badge tone="warn">Gate proposed</Badge>}
      </div>
      {error !== undefined && (
        <p className="mt-1 text-[13px] text-bad">
          Not imported: {error.message} <code className="font-mono text-xs">{error.code}</code>
        </p>
      )}
    </>
  );
}
