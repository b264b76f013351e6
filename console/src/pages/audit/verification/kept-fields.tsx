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
        hint="One on each line, as a JWS or as GET /v1/audit/head answered. Without one, a log that was rewritten as a whole looks like a good one."
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
            hint="By default, the heads are verified with the keys that the service publishes at /.well-known/jwks.json. These are taken beside them."
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
