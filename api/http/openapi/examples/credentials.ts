import { ids, times } from './ids.ts';

const life = { created_by: 'ada@example.com', last_used_at: times.replied };

const apiKey = {
  id: ids.apiKey,
  name: 'Approval bot',
  scopes: ['decide'],
  created_at: times.connected,
  ...life,
};

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
  ...life,
};

const consoleSession = {
  name: 'ada@example.com',
  person: 'XEXzVzXwuCjiHV3tHZo5M3s1rbVnPVS5dHN3n7NEPZw',
  workspace: { id: ids.workspace, name: 'Acme' },
  expires_at: times.signedOut,
  links: { temporal_ui: 'https://temporal.example.com/namespaces/default/workflows' },
  manages_keys: false,
  roles: ['approver'],
  at_provider: true,
  has_provider: true,
  voice: true,
  realtime: { enabled: false },
};

const consoleSignIn = {
  issuer: 'https://login.example.com',
  client_id: 'heddle-console',
  ref_claim: 'email',
  roles_claim: 'groups',
  roles: { 'payments-approvers': 'approver', 'platform-team': 'admin' },
  keys_may_sign_in: false,
};

/** Examples of a workspace's credentials, and of a session of the console. */
export const credentialExamples = {
  NewApiKey: { name: 'Approval bot', scopes: ['decide'] },
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
  Role: 'approver',
  NewConsoleSignIn: { ...consoleSignIn, client_secret: 'an-example-and-no-secret' },
  ConsoleSignIn: {
    ...consoleSignIn,
    redirect_uri: `https://api.example.com/console/session/callback/${ids.workspace}`,
    sign_in_url: `https://api.example.com/console/sign-in?workspace=${ids.workspace}`,
    updated_at: times.connected,
  },
  RemovedConsoleSignIn: { removed: true },
  NewSignIn: { workspace_id: ids.workspace, back: '/inbox' },
  BegunSignIn: { url: 'https://login.example.com/authorize?client_id=heddle-console&scope=openid+email' },
  SignedOut: { signed_out: true },
};
