import { Field, Textarea } from '../../../ui/field.tsx';
import { FileButton } from './file-button.tsx';

/** Input for heads that were kept outside of the service, and the keys that signed them. */
export function KeptFields({
  heads,
  keys,
  disabled,
  onHeads,
  onKeys,
}: {
  heads: string;
  keys: string;
  disabled: boolean;
  onHeads: (text: string) => void;
  onKeys: (text: string) => void;
}) {
  return (
    <>
      <Field
        label="Heads that you kept (optional)"
        hint="One per line, as a JWS or as the response of GET /v1/audit/head. Without one, a log that was rewritten completely looks valid."
      >
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            spellCheck={false}
            disabled={disabled}
            className="font-mono text-xs break-all"
            value={heads}
            placeholder="eyJhbGciOiJFZERTQSIsImtpZCI6Ik…"
            onChange={({ target }) => onHeads(target.value)}
          />
        )}
      </Field>
      <FileButton label="Upload heads…" disabled={disabled} onText={onHeads} />
      <details className="text-sm" open={keys !== '' || undefined}>
        <summary className="w-fit rounded text-note text-muted hover:text-ink">
          Keys that you kept with them
        </summary>
        <div className="mt-3 space-y-3">
          <Field
            label="Keys (JWKS)"
            hint="By default, the heads are verified with the keys that the service publishes at /.well-known/jwks.json. These keys are used in addition."
          >
            {(control) => (
              <Textarea
                {...control}
                rows={3}
                spellCheck={false}
                disabled={disabled}
                className="font-mono text-xs break-all"
                value={keys}
                placeholder={'{"keys": […]}'}
                onChange={({ target }) => onKeys(target.value)}
              />
            )}
          </Field>
          <FileButton label="Upload keys…" disabled={disabled} onText={onKeys} />
        </div>
      </details>
    </>
  );
}
