import { Field, Input } from '../../ui/field.tsx';
import type { Settings } from './settings-query.ts';

/** The props of a group of fields. */
export interface FieldsProps {
  settings: Settings | null;
  /** The API's error of a field, or of a field inside it. */
  faultOf: (field: string) => string | undefined;
}

/** The provider, and what it knows the console by. */
export function ProviderFields({ settings, faultOf }: FieldsProps) {
  return (
    <>
      <Field label="Issuer" error={faultOf('issuer')}>
        {(control) => (
          <Input
            {...control}
            name="issuer"
            type="url"
            required
            defaultValue={settings?.issuer}
            placeholder="https://login.example.com"
          />
        )}
      </Field>
      <Field label="Client id" error={faultOf('client_id')}>
        {(control) => (
          <Input
            {...control}
            name="client_id"
            required
            defaultValue={settings?.client_id}
            autoComplete="off"
          />
        )}
      </Field>
      <Field
        label="Client secret"
        hint={settings === null ? undefined : 'Leave it empty to keep the one that is stored.'}
        error={faultOf('client_secret')}
      >
        {(control) => (
          <Input {...control} name="client_secret" type="password" autoComplete="off" spellCheck={false} />
        )}
      </Field>
    </>
  );
}
