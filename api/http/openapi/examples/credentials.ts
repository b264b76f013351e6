import { ids, times } from './ids.ts';

const apiKey = { id: ids.apiKey, name: 'Production backend', created_at: times.connected };

/** From RFC 8037, appendix A.2. */
const publicJwk = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
};

const signingKey = {
  id: ids.signingKey,
  algorithm: 'EdDSA',
  public_jwk: publicJwk,
  name: 'Mobile app',
  created_at: times.connected,
};

const consoleSession = {
  name: 'Ada Lovelace',
  workspace: { id: ids.workspace, name: 'Acme' },
  expires_at: times.signedOut,
  links: { temporal_ui: 'https://temporal.example.com/namespaces/default/workflows' },
  manages_keys: true,
  voice: true,
  realtime: { enabled: false },
};

/** Examples of a workspace's credentials, and of a session of the console. */
export const credentialExamples = {
  NewApiKey: { name: 'Production backend' },
  ApiKey: apiKey,
  CreatedApiKey: {
    ...apiKey,
    key: 'sk_EXAMPLE-that-is-43-characters-after-its-prefix',
  },
  NewSigningKey: {
    algorithm: 'EdDSA',
    public_jwk: publicJwk,
    name: 'Mobile app',
  },
  SigningKey: signingKey,
  CreatedSigningKey: signingKey,
  DeletedSigningKey: { id: ids.signingKey },
  PublicJwk: publicJwk,
  NewConsoleSession: { api_key: 'sk_EXAMPLE-that-is-43-characters-after-its-prefix', name: 'Ada Lovelace' },
  ConsoleSession: consoleSession,
  SignedOut: { signed_out: true },
};
