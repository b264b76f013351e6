import type { UseFormRegister } from 'react-hook-form';
import { Field, Input, Select } from '../../ui/field.tsx';
import type { ConnectionFields } from './connection-fields.ts';

const secretLabels = { bearer: 'Token', basic: 'Password', header: 'Value of the header' };

/** How a host knows its caller. */
export function AuthFields({
  auth,
  register,
  error,
}: {
  auth: ConnectionFields['auth'];
  register: UseFormRegister<ConnectionFields>;
  error: string | undefined;
}) {
  return (
    <>
      <Field label="Authentication" error={error}>
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
  );
}
