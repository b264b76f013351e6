import { Field, Textarea } from '../../ui/field.tsx';

/** Input for the public key of a signing key, whose private key stays with the customer. */
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
