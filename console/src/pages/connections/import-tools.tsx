import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { ImportedTools } from './imported-tools.tsx';
import { toolsQuery } from './queries.ts';
import { ToolPicker } from './tool-picker.tsx';
import { useImport } from './use-import.ts';

/** Imports the tools of an MCP server that are ticked, and says what became of each. */
export function ImportTools({ connectionId, onDone }: { connectionId: string; onDone: () => void }) {
  const listed = useQuery(toolsQuery(connectionId));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [prefix, setPrefix] = useState('');
  const run = useImport(connectionId);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    run.mutate({ tools: [...chosen], prefix });
  };
  if (run.isSuccess) {
    return (
      <>
        <ImportedTools tools={run.data.tools} />
        <DialogActions>
          <Button onClick={() => run.reset()}>Import others</Button>
          <Button look="primary" onClick={onDone}>
            Done
          </Button>
        </DialogActions>
      </>
    );
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <Field label="Prefix (optional)" hint="Precedes the names in the patches' keys.">
        {(control) => (
          <Input
            {...control}
            value={prefix}
            onChange={({ target }) => setPrefix(target.value)}
            className="font-mono"
            placeholder="crm_"
          />
        )}
      </Field>
      {listed.isPending && <SkeletonLines lines={4} />}
      {listed.isError && <ErrorNotice error={listed.error} onRetry={() => void listed.refetch()} />}
      {listed.isSuccess && (
        <ToolPicker tools={listed.data.tools} prefix={prefix} chosen={chosen} onChoose={setChosen} />
      )}
      <FormActions
        action={chosen.size === 0 ? 'Import' : `Import ${chosen.size}`}
        error={run.error}
        busy={run.isPending}
        disabled={chosen.size === 0}
        onCancel={onDone}
      />
    </form>
  );
}
