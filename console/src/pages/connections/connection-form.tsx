import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { faultsOf } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Checkbox, Field, Input, Select } from '../../ui/field.tsx';
import type { Connection } from './connection.ts';
import { type ConnectionFields, fieldsOf } from './connection-fields.ts';

const secretLabels = { bearer: 'Token', basic: 'Password', header: 'Value of the header' };

/** The settings of a connection, new or as they are. */
export function ConnectionForm({
  connection,
  action,
  onSubmit,
  onCancel,
}: {
  connection?: Connection;
  action: string;
  onSubmit: (fields: ConnectionFields) => Promise<void>;
  onCancel: () => void;
}) {
  const [error, setError] = useState<unknown>();
  const { register, handleSubmit, watch, formState } = useForm<ConnectionFields>({
    defaultValues: fieldsOf(connection),
  });
  const [type, auth, replaceAuth] = watch(['type', 'auth', 'replaceAuth']);
  const faultOf = (name: string): string | undefined =>
    faultsOf(error).find(({ path }) => path === name || path.startsWith(`${name}.`))?.message;
  const submit = handleSubmit(async (fields) => {
    setError(undefined);
    try {
      await onSubmit(fields);
    } catch (error) {
      setError(error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4" autoComplete="off">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="Name" error={faultOf('name')}>
          {(control) => <Input {...control} required className="font-mono" {...register('name')} />}
        </Field>
        <Field label="Type">
          {(control) => (
            <Select {...control} disabled={connection !== undefined} {...register('type')}>
              <option value="http">HTTP API</option>
              <option value="mcp">MCP server</option>
            </Select>
          )}
        </Field>
      </div>
      <Field
        label={type === 'mcp' ? 'URL of the MCP endpoint' : 'Base URL'}
        hint={connection === undefined ? undefined : 'Another host needs its authentication again.'}
        error={faultOf('base_url')}
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            required
            placeholder="https://api.example.com"
            {...register('base_url')}
          />
        )}
      </Field>
      {connection !== undefined && (
        <Checkbox label="Replace authentication and headers" {...register('replaceAuth')} />
      )}
      {replaceAuth && (
        <>
          <Field label="Authentication" error={faultOf('auth')}>
            {(control) => (
              <Select {...control} {...register('auth')}>
                <option value="none">None</option>
                <option value="bearer">Bearer token</option>
                <option value="basic">User name and password</option>
                <option value="header">A header</option>
              </Select>
            )}
          </Field>
          {auth === 'basic' && (
            <Field label="User name">
              {(control) => <Input {...control} required {...register('username')} />}
            </Field>
          )}
          {auth === 'header' && (
            <Field label="Name of the header">
              {(control) => <Input {...control} required placeholder="X-Api-Key" {...register('header')} />}
            </Field>
          )}
          {auth !== 'none' && (
            <Field label={secretLabels[auth]} hint="Encrypted, and never shown again.">
              {(control) => (
                <Input
                  {...control}
                  type="password"
                  required={auth !== 'basic'}
                  autoComplete="new-password"
                  {...register('secret')}
                />
              )}
            </Field>
          )}
        </>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" type="submit" busy={formState.isSubmitting}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}
