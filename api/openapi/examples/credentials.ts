import type { ApiKey, CreatedApiKey, NewApiKey } from '#contract/api-key.ts';
import type {
  CreatedSigningKey,
  DeletedSigningKey,
  NewSigningKey,
  PublicJwk,
  SigningKey,
} from '#contract/signing-key.ts';
import { ids, times } from './ids.ts';

const apiKey: ApiKey = { id: ids.apiKey, name: 'Production backend', created_at: times.connected };

/** From RFC 8037, appendix A.2. */
const publicJwk: PublicJwk = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
};

const signingKey: SigningKey = {
  id: ids.signingKey,
  algorithm: 'EdDSA',
  public_jwk: publicJwk,
  name: 'Mobile app',
  created_at: times.connected,
};

/** Examples of a workspace's credentials. */
export const credentialExamples = {
  NewApiKey: { name: 'Production backend' } satisfies NewApiKey,
  ApiKey: apiKey,
  CreatedApiKey: {
    ...apiKey,
    key: 'sk_EXAMPLE-that-is-43-characters-after-its-prefix',
  } satisfies CreatedApiKey,
  NewSigningKey: {
    algorithm: 'EdDSA',
    public_jwk: publicJwk,
    name: 'Mobile app',
  } satisfies NewSigningKey,
  SigningKey: signingKey,
  CreatedSigningKey: signingKey satisfies CreatedSigningKey,
  DeletedSigningKey: { id: ids.signingKey } satisfies DeletedSigningKey,
  PublicJwk: publicJwk,
};
