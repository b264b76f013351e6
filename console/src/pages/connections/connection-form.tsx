import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { faultIn } from '../../api/api-error.ts';
import { Checkbox, Field, Input, Select } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { AuthFields } from './auth-fields.tsx';
import type { Connection } from '../../api/schema.ts';
import { type ConnectionFields, fieldsOf } from './connection-fields.ts';

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
  const { register, handleSubmit, watch } = useForm<ConnectionFields>({
    defaultValues: fieldsOf(connection),
  });
  const send = useMutation({ mutationFn: onSubmit });
  const [type, auth, replaceAuth] = watch(['type', 'auth', 'replaceAuth']);
  const faultOf = (name: string): string | undefined => faultIn(send.error, name)?.message;
  const submit = handleSubmit((fields) => send.mutate(fields));
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
      {replaceAuth && <AuthFields auth={auth} register={register} error={faultOf('auth')} />}
      <Checkbox label="Send the trace context of runs (traceparent)" {...register('traceContext')} />
      <FormActions action={action} error={send.error} busy={send.isPending} onCancel={onCancel} />
    </form>
  );
}
