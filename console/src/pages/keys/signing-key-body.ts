import { parseJson } from '#contract/json.ts';
import { ApiError } from '../../api/api-error.ts';
import type { NewSigningKey } from '../../api/schema.ts';
import { formText } from '../../ui/form-text.ts';

const algorithms: Record<string, 'EdDSA' | 'ES256' | 'RS256'> = { OKP: 'EdDSA', EC: 'ES256', RSA: 'RS256' };

/**
 * The body that registers a public key (a JWK as text) or, without one, has the service generate a secret for HS256.
 * The API checks the key itself.
 *
 * @throws {ApiError} `invalid_jwk` for a text that is no JWK of a known type
 */
export function signingKeyBody(form: FormData): NewSigningKey {
  const name = formText(form, 'name');
  const publicKey = formText(form, 'public_key');
  const named = name === '' ? {} : { name };
  if (publicKey === '') return { algorithm: 'HS256', ...named };
  const public_jwk = parse(publicKey);
  const algorithm = algorithms[public_jwk.kty];
  if (algorithm === undefined) throw invalidJwk();
  return { algorithm, public_jwk, ...named } as NewSigningKey;
}

function parse(text: string): { kty: string } {
  const value = parseJson(text);
  if (typeof value === 'object' && value !== null && 'kty' in value && typeof value.kty === 'string') {
    return { ...value, kty: value.kty };
  }
  throw invalidJwk();
}

function invalidJwk(): ApiError<string> {
  return new ApiError('The public key must be a JWK: JSON with "kty" OKP, EC or RSA.', {
    status: 0,
    code: 'invalid_jwk',
  });
}
