import { Field, Textarea } from '../../ui/field.tsx';

/** The public key of a signing key, for whoever keeps the private one. */
export function PublicKeyField() {
  return (
    <Field
      label="Public key (optional)"
      hint="A JWK: Ed25519, P-256 or RSA. Without one, a secret for HS256 is generated."
    >
      {(control) => (
        <Textarea {...control} name="public_key" rows={5} spellCheck={false} className="font-mono" />
      )}
    </Field>
  );
}
