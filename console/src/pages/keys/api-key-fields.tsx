import { useId } from 'react';
import { faultIn } from '../../api/api-error.ts';
import { Checkbox, Field, Input } from '../../ui/field.tsx';
import { allScopes, scopeTexts } from './scopes.ts';

/** The scopes and the expiry of a new API key. */
export function ApiKeyFields({
  error,
}: {
  /** Null if there was none. */
  error: unknown;
}) {
  const id = useId();
  const fault = faultIn(error, 'scopes');
  return (
    <>
      <fieldset aria-describedby={`${id}-hint${fault === undefined ? '' : ` ${id}-error`}`}>
        <legend className="mb-1.5 text-note font-medium">Scopes</legend>
        {allScopes.map((scope) => (
          <Checkbox
            key={scope}
            name="scopes"
            value={scope}
            defaultChecked
            label={
              <span>
                <code className="font-mono">{scope}</code>{' '}
                <span className="text-muted">{scopeTexts[scope]}</span>
              </span>
            }
          />
        ))}
        <p id={`${id}-hint`} className="mt-1.5 text-note text-muted">
          Select only the scopes that the holder of the key needs.
        </p>
        {fault !== undefined && (
          <p id={`${id}-error`} className="mt-1.5 text-note text-bad">
            {fault.message}
          </p>
        )}
      </fieldset>
      <Field
        label="Expires (optional)"
        hint="In your time zone. The key is refused after this time. Leave it empty for a key that never expires."
        error={faultIn(error, 'expires_at')?.message}
      >
        {(control) => <Input {...control} name="expires_at" type="datetime-local" className="w-60" />}
      </Field>
    </>
  );
}
